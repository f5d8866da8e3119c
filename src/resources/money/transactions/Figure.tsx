import { Link } from 'react-router';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale } from '../../../providers/i18n.ts';

/** A cell with an amount that opens its lines. Zero is blank. */
export function Figure({ amount, currency, to }: { amount: number; currency: string; to?: string }) {
  const locale = useLocale();
  const text = amount === 0 ? '' : formatMoney(amount, currency, locale);
  return <td className="m-figures m-end">{to && text !== '' ? <Link to={to}>{text}</Link> : text}</td>;
}
