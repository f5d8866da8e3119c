import Button from 'antd/es/button';
import type { Part, Proposal } from '#contract/bank/proposal';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { DeskEntry } from './types.ts';

const AMOUNT = /^(\d+\.\d{2}) ([A-Z]{3})$/;

type Props = {
  entry: DeskEntry;
  choice: number;
  busy: boolean;
  onChoice: (place: number) => void;
  /** Without the privilege to book there are no buttons. */
  onAccept?: () => void;
  onSplit?: () => void;
  onLeave?: () => void;
};

/** What a part settles, in one line. */
function usePartText(entry: DeskEntry): (part: Part) => string[] {
  const t = useT();
  const { money } = useFormat();
  return (part) => {
    if (part.kind !== 'payment') return [];
    const currency = part.paid === null ? entry.currency : entry.originalCurrency || entry.currency;
    return [
      ...part.items.map(({ no, amount }) => `${no}: ${money(amount, currency)}`),
      ...part.deductions.map(({ kind, amount }) => `${t(`bankEntries.desk.deductions.${kind}`)}: ${money(amount, entry.currency)}`),
    ];
  };
}

/** One entry in full, and what it may be, each with its evidence. */
export function EntryDetails({ entry, choice, busy, onChoice, onAccept, onSplit, onLeave }: Props) {
  const t = useT();
  const { money, date } = useFormat();
  const partText = usePartText(entry);
  /** Amounts are given with their currency, days as YYYY-MM-DD. */
  const worded = (params: Record<string, string | number>): Record<string, string | number> =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        const [, amount, currency] = AMOUNT.exec(String(value)) ?? [];
        return [name, amount && currency ? money(Number(amount.replace('.', '')), currency) : value];
      }),
    );
  const { proposals } = entry;
  const original = entry.originalAmount === null ? '' : money(entry.originalAmount, entry.originalCurrency);
  const facts = {
    bookedOn: date(entry.bookedOn),
    counterparty: entry.counterparty,
    iban: entry.iban,
    purpose: entry.purpose,
    endToEnd: entry.endToEnd,
    originalAmount: original,
    returnReason: entry.returnReason,
  };
  return (
    <section className="bk-details" aria-label={t('bankEntries.desk.details')}>
      <p className={`bk-amount m-figures ${entry.amount < 0 ? 'bk-out' : 'bk-in'}`}>{money(entry.amount, entry.currency)}</p>
      <dl className="bk-facts">
        {Object.entries(facts).flatMap(([name, value]) =>
          value === ''
            ? []
            : [
                <div key={name}>
                  <dt>{t(`bankEntries.fields.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>,
              ],
        )}
      </dl>
      {proposals.length === 0 ? <p>{t('bankEntries.desk.noProposal')}</p> : null}
      <div className="bk-proposals" role="radiogroup" aria-label={t('bankEntries.desk.proposals')}>
        {proposals.map((proposal: Proposal, place) => (
          <label key={proposal.key} className={`bk-proposal ${place === choice ? 'bk-chosen' : ''}`}>
            <input type="radio" name="bank-proposal" checked={place === choice} onChange={() => onChoice(place)} />
            <span className="bk-proposal-text">
              <strong>
                {t(`bankEntries.bases.${proposal.basis}`)} · {proposal.title}
              </strong>
              {proposal.parts.flatMap(partText).map((text) => (
                <span key={text} className="m-figures">
                  {text}
                </span>
              ))}
              <ul>
                {proposal.reasons.map(({ code, params }) => (
                  <li key={`${code} ${Object.values(params).join(' ')}`}>{t(`bankEntries.reasons.${code}`, worded(params))}</li>
                ))}
              </ul>
            </span>
          </label>
        ))}
      </div>
      {onAccept ? (
        <div className="bk-actions">
          <Button type="primary" disabled={proposals.length === 0 || busy} onClick={onAccept}>
            {t('bankEntries.desk.accept')} <kbd>↵</kbd>
          </Button>
          <Button disabled={busy} onClick={onSplit}>
            {t('bankEntries.desk.split')} <kbd>S</kbd>
          </Button>
          <Button disabled={busy} onClick={onLeave}>
            {t('bankEntries.desk.leave')} <kbd>R</kbd>
          </Button>
        </div>
      ) : null}
    </section>
  );
}
