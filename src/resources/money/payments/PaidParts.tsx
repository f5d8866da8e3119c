import Button from 'antd/es/button';
import { propose } from '#contract/money/open';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { useT } from '../../../providers/i18n.ts';
import type { OpenDocument } from './open-documents.ts';

/** A document, and how much of it is to be paid. */
type Part = OpenDocument & { part: number };
type Props = {
  amount: number;
  parts: readonly Part[];
  isOut: boolean;
  party: string;
  money: (amount: number) => string;
  onAmount: (amount: number) => void;
};

/** Documents that are named one by one. */
const NAMED = 3;

/** What stays open of the ticked documents once this amount is paid, the earliest due date first. */
function openAfter(amount: number, parts: readonly Part[]): { no: string; rest: number }[] {
  const wanted = parts.filter(({ part }) => part > 0);
  const paid = new Map(
    propose(
      amount,
      wanted.map((one) => ({ ...one, open: one.part })),
    ).map((one) => [one.item.id, one.amount]),
  );
  return wanted.flatMap(({ id, no, open }) => {
    const rest = open - (paid.get(id) ?? 0);
    return rest > 0 ? [{ no, rest }] : [];
  });
}

/** Whether the payment is enough, in a sentence. */
function useVerdict({ amount, isOut, party, money }: Props, pays: number, isPart: boolean): string {
  const t = useT();
  const left = amount - pays;
  const way = isOut ? 'Out' : 'In';
  if (left < 0) return t('payments.beside.over', { amount: money(-left) });
  if (amount === 0) return t('payments.beside.fills');
  if (pays === 0) return t(`payments.beside.nothing${way}`, { party });
  if (left > 0) return t(`payments.beside.left${way}`, { party, amount: money(left) });
  return t(isPart ? 'payments.beside.part' : 'payments.beside.exact');
}

/** What the payment pays, whether it is enough, and what stays open, as a bar, in figures and in words. */
export function PaidParts(props: Props) {
  const { amount, parts, isOut, money, onAmount } = props;
  const t = useT();
  const pays = parts.reduce((sum, { part }) => sum + part, 0);
  const left = amount - pays;
  const rests = amount > 0 ? openAfter(amount, parts) : [];
  const verdict = useVerdict(props, pays, rests.length > 0);
  const figures = [
    { key: isOut ? 'paidOut' : 'received', value: amount, tone: '' },
    { key: 'paysDocuments', value: pays, tone: pays > 0 ? 'done' : '' },
    { key: left < 0 ? 'missing' : 'staysOpen', value: Math.abs(left), tone: left < 0 ? 'stop' : left > 0 ? 'wait' : '' },
  ];
  return (
    <div className="pay-parts">
      {amount > 0 && left >= 0 ? (
        <div className="pay-bar" aria-hidden>
          {parts.map(({ id, part }) => (part > 0 ? <span key={id} style={{ flexGrow: part }} /> : null))}
          {left > 0 ? <span data-left style={{ flexGrow: left }} /> : null}
        </div>
      ) : null}
      <div aria-live="polite">
        <dl>
          {figures.map(({ key, value, tone }) => (
            <div key={key}>
              <dt>{t(`payments.beside.${key}`)}</dt>
              <dd data-tone={tone}>{money(value)}</dd>
            </div>
          ))}
        </dl>
        <p className="pay-verdict" data-tone={left < 0 ? 'stop' : left > 0 || rests.length > 0 ? 'wait' : 'done'}>
          {verdict}{' '}
          {rests.slice(0, NAMED).map(({ no, rest }) => (
            <span key={no}>
              <Whole text={t('payments.beside.keeps', { no, rest: money(rest) })} />{' '}
            </span>
          ))}
          {rests.length > NAMED ? t('payments.beside.keepMore', { count: rests.length - NAMED }) : null}
        </p>
      </div>
      {left < 0 ? (
        <Button size="small" onClick={() => onAmount(pays)}>
          {t('payments.beside.setAmount', { amount: money(pays) })}
        </Button>
      ) : null}
    </div>
  );
}
