import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { monthName } from '../../../core/month.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { hours } from '../hours.ts';
import './attendance-months.css';

/** Lines of the calculation, each with its sign. */
const LINES = [
  ['worked', 1],
  ['holiday', 1],
  ['leave', 1],
  ['sick', 1],
  ['absence', 1],
  ['agreed', -1],
] as const;
/** Months in the chart. */
const SHOWN = 12;

/** How the balance of the month comes about, and the balances of the last closed months. */
export function MonthOverview({ row }: PartProps) {
  const t = useT();
  const tag = localeTag(useLocale());
  const userId = asText(row['userId']);
  const month = asText(row['month']);
  const query = useRead<Row[]>('/v0/attendanceMonths', {
    queryKey: ['data', 'default', 'attendanceMonths', 'chart', userId],
    params: new URLSearchParams({ userId, s: '-month', l: '25' }),
    background: true,
  });
  const minutes = (name: string): number => asNumber(row[name]) ?? 0;
  const points = (query.data ?? [])
    .map((one) => ({ month: asText(one['month']), closing: asNumber(one['closing']) ?? 0 }))
    .filter((one) => one.month <= month)
    .toSorted((a, b) => a.month.localeCompare(b.month))
    .slice(-SHOWN);
  const most = Math.max(60, ...points.map(({ closing }) => Math.abs(closing)));
  return (
    <div className="am-month">
      <table className="m-table" aria-label={t('attendanceMonths.overview.title')}>
        <caption>{t('attendanceMonths.overview.title')}</caption>
        <tbody>
          {LINES.filter(([name]) => name === 'worked' || name === 'agreed' || minutes(name) !== 0).map(([name, sign]) => (
            <tr key={name}>
              <th scope="row">{t(`attendanceMonths.fields.${name}`)}</th>
              <td className="m-figures m-end">{hours(sign * minutes(name))}</td>
            </tr>
          ))}
          {(['balance', 'carried', 'closing'] as const).map((name) => (
            <tr key={name} data-sum={name !== 'carried' || undefined}>
              <th scope="row">{t(`attendanceMonths.fields.${name}`)}</th>
              <td className="m-figures m-end">{hours(minutes(name))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {points.length > 1 ? (
        <figure>
          <figcaption>{t('attendanceMonths.overview.chart')}</figcaption>
          <ol className="am-bars">
            {points.map((point) => (
              <li key={point.month} data-now={point.month === month || undefined}>
                <span className="am-bar" aria-hidden="true">
                  <i
                    data-debt={point.closing < 0 || undefined}
                    style={{ height: `${Math.max(2, (Math.abs(point.closing) / most) * 48)}%` }}
                  />
                </span>
                <b className="m-figures">{hours(point.closing)}</b>
                <time dateTime={point.month}>{monthName(point.month, tag, 'short')}</time>
              </li>
            ))}
          </ol>
        </figure>
      ) : null}
    </div>
  );
}
