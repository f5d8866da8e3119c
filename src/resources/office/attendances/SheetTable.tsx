import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { hours } from '../hours.ts';
import { balanceText, type Day, SHEET_COLUMNS, sheetTotals, sumOf, useDayTexts, weeksOf } from './sheet.ts';

type Props = { days: readonly Day[]; title: string };

/** The days of a month as a table. On a phone each week is a card. */
export function SheetTable({ days, title }: Props) {
  const t = useT();
  const tag = localeTag(useLocale());
  const { times, warning } = useDayTexts();
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' });
  const range = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const rangeOf = (week: readonly Day[]): string =>
    range.formatRange(new Date(`${week[0]?.day}T00:00:00Z`), new Date(`${week.at(-1)?.day}T00:00:00Z`));
  const figure = (minutes: number): string => (minutes > 0 ? hours(minutes) : '');
  const label = (key: (typeof SHEET_COLUMNS)[number] | 'sum'): string => t(`attendances.sheet.${key}`);
  return (
    <table className="m-table" aria-label={title}>
      <TableHead columns={SHEET_COLUMNS.map((key, at) => ({ label: label(key), end: at > 1 && at < 6 }))} />
      {weeksOf(days).map((week) => (
        <tbody key={week[0]?.day}>
          <tr className="a-week">
            <th scope="rowgroup" colSpan={SHEET_COLUMNS.length}>
              <span>{rangeOf(week)}</span>
              <span className="m-figures">{t('attendances.sheet.ofPlanned', weekHours(week))}</span>
            </th>
          </tr>
          {week.map((day) => (
            <tr key={day.day} data-free={day.planned === 0 || undefined} data-empty={isEmpty(day) || undefined}>
              <th scope="row" className="m-figures">
                {weekday.format(new Date(`${day.day}T00:00:00Z`))} {day.day.slice(8)}
              </th>
              <td className="m-figures a-times">{times(day)}</td>
              <td className="m-figures m-end">{figure(day.worked)}</td>
              <td className="m-figures m-end a-wide">{figure(day.breaks)}</td>
              <td className="m-figures m-end a-wide">{figure(day.planned)}</td>
              <td className="m-figures m-end a-balance">{balanceText(day)}</td>
              <td className="a-warning">
                {day.warning === 'none' ? null : (
                  <StatusTag meaning={day.warning === 'breakShort' ? 'wait' : 'stop'}>{warning(day)}</StatusTag>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">{label('sum')}</th>
          <td className="a-wide" />
          {sheetTotals(days).map((one, i) => (
            <td key={SHEET_COLUMNS[i + 2]} className="m-figures m-end" data-label={label(SHEET_COLUMNS[i + 2] ?? 'worked')}>
              <b>{one}</b>
            </td>
          ))}
          <td className="a-wide" />
        </tr>
      </tfoot>
    </table>
  );
}

const weekHours = (week: readonly Day[]): { worked: string; planned: string } => ({
  worked: hours(sumOf(week, 'worked')),
  planned: hours(sumOf(week, 'planned')),
});

/** Days without anything to tell take no room on a phone. */
const isEmpty = (day: Day): boolean =>
  day.planned === 0 && day.shifts.length === 0 && day.holiday === null && day.leave === null && day.warning === 'none';
