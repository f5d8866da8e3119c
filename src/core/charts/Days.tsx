import type { CSSProperties } from 'react';
import { localeTag, useLocale } from '../../providers/i18n.ts';
import './charts.css';

type Point = { at: string; value: number };
type Props = {
  points: readonly Point[];
  /** YYYY-MM-DD. */
  today: string;
  label: string;
  /** What is still open today. Stands on the column of today, paler. */
  more?: number;
  /** A line across, with its word at the end. */
  limit?: { value: number; label: string } | null;
  /** Writes a value in a sentence. Default: the number. */
  format?: (value: number) => string;
  /** Months are named by their short name. Each point is then the first day of its month. */
  by?: 'day' | 'month';
};

/** Share of the highest column, for the stylesheet. */
const share = (value: number, most: number): CSSProperties => ({ '--share': value / most }) as CSSProperties;

/** One number per day or month as columns on one scale, each with its value above. `at` is YYYY-MM-DD. */
export function Days({ points, today, label, more = 0, limit = null, format = String, by = 'day' }: Props) {
  const tag = localeTag(useLocale());
  const sumOf = ({ at, value }: Point): number => value + (at === today ? more : 0);
  const most = Math.max(1, limit?.value ?? 0, ...points.map(sumOf));
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'narrow', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(tag, {
    ...(by === 'day' ? { weekday: 'long', day: 'numeric' } : { year: 'numeric' }),
    month: 'long',
    timeZone: 'UTC',
  });
  const number = new Intl.NumberFormat(tag, { notation: 'compact' });
  return (
    <div className="f-days-frame">
      <ol className="f-days" aria-label={label}>
        {points.map((point) => {
          const { at, value } = point;
          const day = new Date(`${at}T00:00:00Z`);
          const sum = sumOf(point);
          return (
            <li key={at} data-today={at === today || undefined} title={`${whole.format(day)}: ${format(sum)}`}>
              <b data-none={sum === 0 || undefined}>{sum === 0 ? '–' : number.format(sum)}</b>
              {sum > value ? <i aria-hidden="true" className="f-days-more" style={share(sum - value, most)} /> : null}
              <i aria-hidden="true" style={share(value, most)} />
              <time dateTime={at}>
                {by === 'day' ? (
                  <>
                    <span aria-hidden="true">{weekday.format(day)}</span>
                    {day.getUTCDate()}
                  </>
                ) : (
                  short.format(day)
                )}
              </time>
            </li>
          );
        })}
      </ol>
      {limit ? (
        <p className="f-days-limit" style={share(limit.value, most)}>
          {limit.label}
        </p>
      ) : null}
    </div>
  );
}
