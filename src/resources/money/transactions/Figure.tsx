import { Link } from 'react-router';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale } from '../../../providers/i18n.ts';

type Props = { amount: number; currency: string; to?: string; label?: string; isBalance?: boolean; className?: string };

/** A cell with an amount that opens its lines. Zero is blank but in a balance. `label` names it where a phone shows the row without heads. */
export function Figure({ amount, currency, to, label, isBalance = false, className = '' }: Props) {
  const locale = useLocale();
  const text = amount === 0 && !isBalance ? '' : formatMoney(amount, currency, locale);
  return (
    <td className={`m-figures m-end ${className}`} data-label={label}>
      {to && text !== '' ? <Link to={to}>{text}</Link> : text}
    </td>
  );
}
