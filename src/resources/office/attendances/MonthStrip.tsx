import { Link } from 'react-router';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { mayOpen } from '../../../providers/access.ts';
import { useT } from '../../../providers/i18n.ts';
import { hours } from '../hours.ts';
import type { Sheet } from './sheet.ts';

const MONTHS = '/oa/attendanceMonths';

/** The figures of the month, by field of `attendanceMonths`; null for those that are not known. */
const figuresOf = ({ carried, totals }: Sheet) => ({
  carried: carried === null ? null : hours(carried),
  balance: totals === null ? null : hours(totals.balance),
  closing: totals === null || carried === null ? null : hours(carried + totals.balance),
  leaveDays: totals === null ? null : String(totals.leaveDays),
  sickDays: totals === null ? null : String(totals.sickDays),
});

/** Whether the month is closed, with its totals and the balance that it carries. Empty until the month is over. */
export function MonthStrip({ sheet }: { sheet: Sheet }) {
  const t = useT();
  const figures = Object.entries(figuresOf(sheet)).filter(([, value]) => value !== null);
  if (figures.length === 0) return null;
  return (
    <div className="a-strip">
      <dl className="m-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`attendanceMonths.fields.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sheet.closedId === null ? null : (
        <span>
          <StatusTag meaning="closed">{t('attendanceMonths.states.closed')}</StatusTag>{' '}
          {mayOpen(MONTHS) ? <Link to={`${MONTHS}/${sheet.closedId}`}>{t('attendances.sheet.openMonth')}</Link> : null}
        </span>
      )}
    </div>
  );
}
