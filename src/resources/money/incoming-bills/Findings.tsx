import { Link } from 'react-router';
import type { IncomingFinding } from '#contract/money/incoming-findings';
import { useLinkTo } from '../../../core/mask/area-paths.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useIsOutside } from './use-is-outside.ts';

/** What a second person decides about, and how. Findings stay as they were when the invoice became a bill. */
const ACCOUNTS = ['ibanNew', 'ibanChanged'];
const DECIDED = ['confirmed', 'kept'];
const AMOUNTS = ['stated', 'found', 'amount'];

/** Findings and corrections that a carrier reads in other words than the house; the other corrections depend on the level only. */
const WORDED_FOR_CARRIER = [
  'ibanChanged',
  'ibanNew',
  'buyerVatId',
  'buyerVatIdMissing',
  'buyerName',
  'sellerOther',
  'carrierProposed',
  'carrierFound',
  'vatRounded',
];
const CORRECTED_FOR_CARRIER = ['ibanChanged', 'ibanNew', 'ibanMissing', 'sellerOther', 'carrierProposed'];

function useWording(): (finding: IncomingFinding) => { finding: string; correction: string } {
  const isCarrier = useIsOutside();
  return ({ code, level }) => {
    if (!isCarrier) return { finding: `incomingBills.findings.${code}`, correction: `incomingBills.corrections.${code}` };
    return {
      finding: WORDED_FOR_CARRIER.includes(code) ? `incomingBills.gate.findings.${code}` : `incomingBills.findings.${code}`,
      correction: `incomingBills.gate.corrections.${CORRECTED_FOR_CARRIER.includes(code) ? code : level}`,
    };
  };
}

/** What was found, in words, with the correction beside it. */
type Props = { findings: readonly IncomingFinding[]; currency: string; ibanState: string };
export function Findings({ findings, currency, ibanState }: Props) {
  const t = useT();
  const linkTo = useLinkTo();
  const wordingOf = useWording();
  const { money, date } = useFormat();
  const worded = (params: IncomingFinding['params']): Record<string, string | number> =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        if (AMOUNTS.includes(name) && typeof value === 'number') return [name, money(value, currency)];
        if (name === 'day') return [name, date(String(value))];
        return [name, name === 'by' ? t(`incomingBills.evidence.${value}`) : value];
      }),
    );
  if (findings.length === 0) return <p>{t('incomingBills.page.noFindings')}</p>;
  return (
    <ul className="ib-findings">
      {findings.map((one) => {
        const { code, level, rule, params, link } = one;
        const decided = ACCOUNTS.includes(code) && DECIDED.includes(ibanState);
        const wording = wordingOf(one);
        const correction = decided ? `incomingBills.decidedAccount.${ibanState}` : wording.correction;
        const shown = decided ? 'fine' : level;
        const path = link ? linkTo(link.area, link.id) : null;
        const words = worded(params);
        return (
          <li key={`${code} ${JSON.stringify(params)}`} data-level={shown}>
            <span className="ib-level">{t(`incomingBills.levels.${shown}`)}</span>
            <div>
              <p>
                {t(wording.finding, words)} {rule === '' ? null : <small className="m-quiet">{rule}</small>}
              </p>
              <p className="m-quiet">
                {t(correction, words)} {path ? <Link to={path}>{t('incomingBills.page.open')}</Link> : null}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
