import { useT } from '../../../providers/i18n.ts';
import './leave.css';

/** One year of `GET /v0/timeRequests/leave`: `days` are those of the request, `left` does not include them. */
export type LeaveYear = {
  year: number;
  agreed: number | null;
  carried: number;
  taken: number;
  asked: number;
  left: number | null;
  days: number;
};

const COLUMNS = ['agreed', 'carried', 'taken', 'asked', 'left', 'days'] as const;

/** Whether the request takes more days than are left. */
export const isBeyond = ({ left, days }: LeaveYear): boolean => left !== null && days > left;

/** The days of leave of each year that a request touches, and whether they suffice. */
export function LeaveTable({ years }: { years: readonly LeaveYear[] }) {
  const t = useT();
  const beyond = years.filter(isBeyond);
  return (
    <div className="l-leave">
      {years.map((year) => (
        <section key={year.year} aria-label={t('timeRequests.leave.title', { year: year.year })}>
          <h3>{t('timeRequests.leave.title', { year: year.year })}</h3>
          <dl className="m-figures">
            {COLUMNS.map((name) => (
              <div key={name} data-strong={name === 'left' || name === 'days' || undefined}>
                <dt>{t(`timeRequests.leave.${name}`)}</dt>
                <dd>{year[name] ?? '–'}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {beyond.map(({ year, left, days }) => (
        <p key={year} className="l-beyond" role="status">
          {t('timeRequests.leave.beyond', { year, left: left ?? 0, days, more: days - (left ?? 0) })}
        </p>
      ))}
    </div>
  );
}
