import Checkbox from 'antd/es/checkbox';
import type { MonthTotals } from '#contract/office/month-totals';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { hours } from '../hours.ts';
import './attendance-months.css';

/** One person of `GET /v0/attendanceMonths/preview`. */
export type PersonMonth = {
  userId: string;
  name: string;
  personnelNo: string;
  totals: MonthTotals;
  obstacles: { kind: 'notOver' | 'alreadyClosed' | 'earlierOpen' | 'openShift' | 'undecided'; on: string }[];
  notes: ('noPersonnelNo' | 'noModel')[];
};

const HOURS = ['worked', 'agreed', 'balance', 'carried', 'closing'] as const;

type Props = {
  people: readonly PersonMonth[];
  left: ReadonlySet<string>;
  disabled: boolean;
  onLeft: (left: ReadonlySet<string>) => void;
};

/** The totals of each person before the close, and what is in the way. People without obstacles can be left out. */
export function PreviewTable({ people, left, disabled, onLeft }: Props) {
  const t = useT();
  const { date } = useFormat();
  if (people.length === 0) return <p>{t('attendanceMonths.close.nobody')}</p>;
  const toggle = (userId: string): void => {
    const next = new Set(left);
    if (!next.delete(userId)) next.add(userId);
    onLeft(next);
  };
  return (
    <PageTable
      label={t('attendanceMonths.close.people')}
      columns={[
        { label: t('attendanceMonths.fields.userId') },
        ...[...HOURS, 'leaveDays', 'sickDays'].map((name) => ({ label: t(`attendanceMonths.close.${name}`), end: true })),
        { label: t('attendanceMonths.close.state') },
      ]}
      className="am-preview"
    >
      {people.map(({ userId, name, totals, obstacles, notes }) => (
        <tr key={userId}>
          <th scope="row" className="m-name">
            <Checkbox
              checked={obstacles.length === 0 && !left.has(userId)}
              disabled={disabled || obstacles.length > 0}
              onChange={() => toggle(userId)}
            >
              {name}
            </Checkbox>
          </th>
          {HOURS.map((key) => (
            <td key={key} className="m-figures m-end" data-label={t(`attendanceMonths.close.${key}`)}>
              {hours(totals[key])}
            </td>
          ))}
          <td className="m-figures m-end" data-label={t('attendanceMonths.close.leaveDays')}>
            {totals.leaveDays}
          </td>
          <td className="m-figures m-end" data-label={t('attendanceMonths.close.sickDays')}>
            {totals.sickDays}
          </td>
          <td className="am-state">
            {obstacles.map(({ kind, on }) => (
              <StatusTag key={`${kind} ${on}`} meaning={kind === 'alreadyClosed' ? 'closed' : 'stop'}>
                {t(`attendanceMonths.obstacles.${kind}`, { on: on.length === 10 ? date(on) : on })}
              </StatusTag>
            ))}
            {notes.map((note) => (
              <StatusTag key={note} meaning="wait">
                {t(`attendanceMonths.notes.${note}`)}
              </StatusTag>
            ))}
            {obstacles.length + notes.length === 0 ? <StatusTag meaning="done">{t('attendanceMonths.close.ready')}</StatusTag> : null}
          </td>
        </tr>
      ))}
    </PageTable>
  );
}
