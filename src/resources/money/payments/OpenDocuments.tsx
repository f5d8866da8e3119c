import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useEffect, useState } from 'react';
import { houseToday } from '#contract/core/house-day';
import { daysOverdue, propose } from '#contract/money/open';
import { useInvalidate } from '../../../core/mask/data.ts';
import { AmountInput } from '../../../core/mask/inputs/AmountInput.tsx';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import type { BesideProps } from '../../../core/mask/parts.ts';
import { useLatest } from '../../../core/mask/use-latest.ts';
import { formatMoney, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';
import { type Chosen, itemsOf, namedIn, type OpenDocument, type Party, sumOf, useOpenDocuments } from './open-documents.ts';
import { PaidParts } from './PaidParts.tsx';

/** Days until or since the due date, in words. */
function DueDate({ day }: { day: string }) {
  const t = useT();
  const late = daysOverdue(day, houseToday());
  const text =
    late > 0
      ? t('payments.beside.late', { count: late })
      : late === 0
        ? t('payments.beside.dueToday')
        : t('payments.beside.dueIn', { count: -late });
  return <span className={late > 0 ? 'pay-late' : undefined}>{text}</span>;
}

type RestProps = { document: OpenDocument; paid: number; money: (value: number) => string; onFill: () => void };

/** What stays open of a document that is paid in part, as a button that pays it too. */
function Rest({ document: { no, open }, paid, money, onFill }: RestProps) {
  const t = useT();
  if (paid >= open) return null;
  const rest = money(open - paid);
  return (
    <Button size="small" type="link" aria-label={t('payments.beside.restOf', { no, rest })} onClick={onFill}>
      {t('payments.beside.rest', { rest })}
    </Button>
  );
}

type Props = BesideProps & { party: Party };

/** The party's open documents. Ticked ones are paid by the new payment; as long as no amount was typed, they make the amount. */
export function OpenDocuments({ row, set, afterCreate, party }: Props) {
  const t = useT();
  const locale = useLocale();
  const { date } = useFormat();
  const call = useCall();
  const invalidate = useInvalidate();
  const { documents, kind, allowed, isLoaded, total } = useOpenDocuments(party, row);
  /** Null until the user ticks: the documents that the reference names are paid. */
  const [ticked, setChosen] = useState<Chosen | null>(null);
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  /** The amount that the ticked documents made. A typed amount differs from it and stays. */
  const [made, setMade] = useState<number | null>(null);
  const currency = asText(row['currency']);
  const amount = asNumber(row['amount']);
  const isMade = amount === null || amount === 0 || amount === made;
  const chosen = ticked ?? namedIn(asText(row['reference']), documents, amount);
  const money = (value: number): string => formatMoney(value, currency, locale);

  const settle = useLatest(async (created: Row): Promise<void> => {
    const items = itemsOf(documents, chosen, asNumber(created['open']) ?? 0);
    if (items.length === 0) return;
    await call('POST', `/v0/payments/${encodeURIComponent(asText(created['id']))}/allocate`, { body: { items } });
    await Promise.all(['payments', 'invoices', 'bills'].map((area) => invalidate(area)));
  });
  useEffect(
    function settleOnceCreated() {
      afterCreate((created) => settle.current(created));
      return () => afterCreate(null);
    },
    [afterCreate, settle],
  );

  const choose = (next: Chosen): void => {
    setChosen(next);
    if (!isMade) return;
    const sum = sumOf(next);
    setMade(sum || null);
    set('amount', sum || null);
  };
  const toggle = ({ id, open }: OpenDocument): void => {
    const { [id]: before, ...others } = chosen;
    const left = isMade ? open : Math.max(0, (amount ?? 0) - sumOf(others));
    choose(before === undefined ? { ...others, [id]: Math.min(open, left) } : others);
  };
  const oldestFirst = (): void => {
    const whole = documents.reduce((sum, { open }) => sum + open, 0);
    choose(Object.fromEntries(propose(isMade ? whole : (amount ?? 0), documents).map((part) => [part.item.id, part.amount])));
  };
  if (!allowed || !isLoaded) return null;
  const name = party.name;
  return (
    <section className="r-card r-related pay-open">
      <header>
        <h2>{t('payments.beside.title')}</h2>
        <span className="m-quiet">{documents.length > 0 ? t(`payments.beside.open.${kind}`, { count: total, party: name }) : null}</span>
        {documents.length > 0 ? (
          <span className="pay-tools">
            <Button size="small" onClick={oldestFirst}>
              {t('payments.beside.oldest')}
            </Button>
            <Button size="small" disabled={Object.keys(chosen).length === 0} onClick={() => choose({})}>
              {t('payments.beside.clear')}
            </Button>
          </span>
        ) : null}
      </header>
      {documents.length === 0 ? (
        <p className="m-quiet">{t('payments.beside.none', { party: name, currency })}</p>
      ) : (
        <>
          <div className="r-scroll">
            <table>
              <TableHead
                columns={[
                  { label: t('payments.dialog.document') },
                  { label: t('payments.beside.of') },
                  { label: t('payments.dialog.due') },
                  { label: t('payments.dialog.open'), end: true },
                  { label: t('payments.beside.pays'), end: true },
                ]}
              />
              <tbody>
                {documents.map((one) => {
                  const { [one.id]: text, ...others } = unread;
                  const isChosen = one.id in chosen;
                  return (
                    <tr key={one.id} data-chosen={isChosen || undefined}>
                      <td>
                        <Checkbox checked={isChosen} onChange={() => toggle(one)}>
                          <Whole text={one.no} />
                        </Checkbox>
                      </td>
                      <td className="m-whole" data-label={t('payments.beside.of')}>
                        {date(one.date)}
                      </td>
                      <td data-label={t('payments.dialog.due')}>
                        <DueDate day={one.dueDate} />
                      </td>
                      <td data-label={t('payments.dialog.open')} className="m-end">
                        {money(one.open)}
                      </td>
                      <td data-label={t('payments.beside.pays')} className="m-end">
                        {isChosen ? (
                          <>
                            <AmountInput
                              id={`pays-${one.id}`}
                              label={t('payments.beside.paysOf', { no: one.no })}
                              currency={currency}
                              value={chosen[one.id] ?? null}
                              open={one.open}
                              unread={text}
                              onChange={(paid) => {
                                setUnread(others);
                                choose({ ...chosen, [one.id]: paid });
                              }}
                              onUnread={(typed) => setUnread({ ...unread, [one.id]: typed })}
                            />
                            <Rest
                              document={one}
                              paid={chosen[one.id] ?? 0}
                              money={money}
                              onFill={() => choose({ ...chosen, [one.id]: one.open })}
                            />
                          </>
                        ) : (
                          '–'
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <PaidParts
            amount={amount ?? 0}
            parts={documents.map((one) => ({ ...one, part: chosen[one.id] ?? 0 }))}
            onAmount={(sum) => {
              setMade(sum);
              set('amount', sum);
            }}
            isOut={row['direction'] === 'out'}
            party={name}
            money={money}
          />
        </>
      )}
    </section>
  );
}
