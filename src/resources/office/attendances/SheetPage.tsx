import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import type { SheetDay } from '#contract/office/shift';
import type { LeaveKind } from '#contract/office/time-requests';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { saveCsv } from '../../../core/mask/transfer/save-csv.ts';
import { formatDate, formatInstant } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import { SavePdfButton } from '../../../core/pdf/SavePdfButton.tsx';
import './attendances.css';

const COLUMNS = ['day', 'times', 'worked', 'breaks', 'planned', 'balance', 'warning'] as const;
type Day = SheetDay & { leave: LeaveKind | null };
type Sheet = { name: string; days: Day[] };
const clock = (at: string | null): string => (at === null ? '…' : formatInstant(at).slice(11, 16));
/** Minutes as hours with sign: 450 is 7:30. */
const hours = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : ''}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
};
/** Empty for future days, and for days without planned or worked time. */
const balanceText = ({ balance, worked, planned }: SheetDay): string => (balance === null || worked + planned === 0 ? '' : hours(balance));
const shifted = (month: string, by: number): string => {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth - 1 + by, 1)).toISOString().slice(0, 7);
};
const sum = (days: readonly SheetDay[], key: 'worked' | 'breaks' | 'planned'): number => days.reduce((all, day) => all + day[key], 0);

/** The month of one person: worked and planned time of each day, and violations of the working-time law. */
export function SheetPage() {
  const t = useT();
  const tag = localeTag(useLocale());
  const manages = useAllowed('attendances.update');
  const [month, setMonth] = useState(() => formatDate(Date.now()).slice(0, 7));
  const [who, setWho] = useState<Row>({});
  const table = useRef<HTMLDivElement>(null);
  const userId = asText(who['userId']);
  const query = useRead<Sheet>('/v0/attendances/sheet', {
    queryKey: ['data', 'default', 'attendances', 'sheet', month, userId],
    keepFormer: true,
    params: new URLSearchParams(userId ? { month, userId } : { month }),
  });
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={10} />;
  const { name, days } = query.data;
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' });
  const monthName = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  const times = (day: Day): string =>
    [
      ...day.shifts.map(({ startAt, endAt }) => `${clock(startAt)}–${clock(endAt)}`),
      ...(day.holiday === null ? [] : [t(`workingTimes.holidays.${day.holiday}`)]),
      ...(day.leave === null ? [] : [t(`timeRequests.kinds.${day.leave}`)]),
    ].join(', ');
  const heads = COLUMNS.map((key) => t(`attendances.sheet.${key}`));
  const word = (day: Day): string => (day.warning === 'none' ? '' : t(`attendances.warnings.${day.warning}`));
  const total = [
    hours(sum(days, 'worked')),
    hours(sum(days, 'breaks')),
    hours(sum(days, 'planned')),
    hours(days.reduce((all, { balance }) => all + (balance ?? 0), 0)),
  ];
  const lines = days.map((day) => [
    day.day,
    times(day),
    hours(day.worked),
    hours(day.breaks),
    hours(day.planned),
    balanceText(day),
    word(day),
  ]);
  return (
    <div className="a-sheet">
      <header className="m-actions">
        <h1>{t('attendances.sheet.title', { name })}</h1>
        <span className="a-month">
          <Button aria-label={t('attendances.sheet.before')} onClick={() => setMonth(shifted(month, -1))}>
            ‹
          </Button>
          <b className="m-figures">{monthName}</b>
          <Button aria-label={t('attendances.sheet.after')} onClick={() => setMonth(shifted(month, 1))}>
            ›
          </Button>
        </span>
        <Button onClick={() => saveCsv(`${month} ${name}`, [heads, ...lines, [t('attendances.sheet.sum'), '', ...total, '']])}>
          {t('attendances.sheet.export')}
        </Button>
        <SavePdfButton element={table} title={t('attendances.sheet.title', { name })} subject={monthName} />
      </header>
      {manages ? (
        <div className="a-who">
          <AskForm
            fields={{ userId: { kind: 'reference', area: 'users', label: 'attendances.fields.userId' } }}
            values={who}
            errors={[]}
            onChange={setWho}
          />
        </div>
      ) : null}
      <div className="a-scroll" ref={table}>
        <table className="m-table" aria-label={t('attendances.sheet.title', { name })}>
          <thead>
            <tr>
              {COLUMNS.map((key, at) => (
                <th key={key} scope="col" className={at > 1 && at < 6 ? 'm-end' : undefined}>
                  {heads[at]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day} data-free={day.planned === 0 || undefined}>
                <th scope="row" className="m-figures">
                  {weekday.format(new Date(`${day.day}T00:00:00Z`))} {day.day.slice(8)}
                </th>
                <td className="m-figures">{times(day)}</td>
                <td className="m-figures m-end">{day.worked > 0 ? hours(day.worked) : ''}</td>
                <td className="m-figures m-end">{day.breaks > 0 ? hours(day.breaks) : ''}</td>
                <td className="m-figures m-end">{day.planned > 0 ? hours(day.planned) : ''}</td>
                <td className="m-figures m-end">{balanceText(day)}</td>
                <td>
                  {day.warning === 'none' ? null : (
                    <StatusTag meaning={day.warning === 'breakShort' ? 'wait' : 'stop'}>{word(day)}</StatusTag>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('attendances.sheet.sum')}</th>
              <td />
              {total.map((one, i) => (
                <td key={COLUMNS[i + 2]} className="m-figures m-end">
                  <b>{one}</b>
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}
