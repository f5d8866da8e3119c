import { useT } from '../../../providers/i18n.ts';

type Props = {
  amount: number;
  parts: readonly { id: string; part: number }[];
  isOut: boolean;
  party: string;
  money: (amount: number) => string;
};

/** What the payment pays and what stays open of it, as a bar and in figures. */
export function PaidParts({ amount, parts, isOut, party, money }: Props) {
  const t = useT();
  const pays = parts.reduce((sum, { part }) => sum + part, 0);
  const left = amount - pays;
  const note =
    left < 0
      ? t('payments.beside.over', { amount: money(-left) })
      : left > 0
        ? t(`payments.beside.${isOut ? 'leftOut' : 'leftIn'}`, { party })
        : amount === 0
          ? t('payments.beside.fills')
          : '';
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
      <dl aria-live="polite">
        {figures.map(({ key, value, tone }) => (
          <div key={key}>
            <dt>{t(`payments.beside.${key}`)}</dt>
            <dd data-tone={tone}>{money(value)}</dd>
          </div>
        ))}
      </dl>
      {note ? <p className="m-quiet">{note}</p> : null}
    </div>
  );
}
