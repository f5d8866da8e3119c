import { localeTag, useLocale } from '../../providers/i18n.ts';
import './charts.css';

type Point = { at: string; value: number };

/** One number per day as columns on one scale, each with its value above. `at` is YYYY-MM-DD. */
export function Days({ points, today, label }: { points: readonly Point[]; today: string; label: string }) {
  const tag = localeTag(useLocale());
  const most = Math.max(1, ...points.map(({ value }) => value));
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'narrow', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(tag, { notation: 'compact' });
  return (
    <ol className="f-days" aria-label={label}>
      {points.map(({ at, value }) => {
        const day = new Date(`${at}T00:00:00Z`);
        return (
          <li key={at} data-today={at === today || undefined} title={`${whole.format(day)}: ${value}`}>
            <b data-none={value === 0 || undefined}>{number.format(value)}</b>
            <i aria-hidden="true" style={{ height: `${(100 * value) / most}%` }} />
            <time dateTime={at}>
              <span aria-hidden="true">{weekday.format(day)}</span>
              {day.getUTCDate()}
            </time>
          </li>
        );
      })}
    </ol>
  );
}
