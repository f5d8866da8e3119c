import { sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import { decimalHours, WAGE_KIND_NAMES, WAGE_KINDS, type WageKind, wageSetting } from '#contract/office/payroll';
import type { Db } from '../../../core/db/client.ts';
import { columnsOver, statement } from '../../../core/db/statement.ts';
import { safeText } from '../../../core/http/cells.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { textIn } from '../../../core/http/texts.ts';
import { settings } from '../../settings/settings/table.ts';
import { attendanceMonths } from './table.ts';

const LINE = {
  personnelNo: attendanceMonths.personnelNo,
  personName: attendanceMonths.personName,
  worked: attendanceMonths.worked,
  holiday: attendanceMonths.holiday,
  leave: attendanceMonths.leave,
  leaveDays: attendanceMonths.leaveDays,
  sick: attendanceMonths.sick,
  sickDays: attendanceMonths.sickDays,
  balance: attendanceMonths.balance,
};
const findClosed = statement(
  LINE,
  ({ month }: { month: string }) =>
    sql`select ${columnsOver('m', LINE)} from attendance_months m where m.month = ${month} and m.state = 'closed' and m.deleted_at is null
      order by m.personnel_no collate "C", m.person_name collate "C", m.user_id`,
);
const findSettings = statement(
  { key: settings.key, value: settings.value },
  () => sql`select key, value from settings where key like 'payroll.%' and deleted_at is null`,
);

const COLUMNS = ['month', 'personnelNo', 'personName', 'wageKind', 'wageName', 'hours', 'days'] as const;
const quoted = (text: string): string => `"${safeText(text).replaceAll('"', '""')}"`;

/** Numbers of the wage kinds: the setting of each, or the one used without it. */
async function wageNumbers(tx: Db): Promise<Record<WageKind, string>> {
  const set = new Map((await findSettings(tx)).map(({ key, value }) => [key, value]));
  const numberOf = (kind: WageKind): string => {
    const value = set.get(wageSetting(kind));
    return typeof value === 'string' || typeof value === 'number' ? String(value) : WAGE_KINDS[kind];
  };
  return Object.fromEntries(WAGE_KIND_NAMES.map((kind) => [kind, numberOf(kind)])) as Record<WageKind, string>;
}

/**
 * The closed months of all people as CSV: UTF-8 with byte order mark; one line a person and wage kind, with hours or with days of leave and
 * sickness. German uses a comma in numbers and a semicolon between cells. The same closed months, settings and language give the same
 * bytes. Texts cannot be formulas of a spreadsheet.
 * @throws DomainError StateRefused if the month is closed for nobody
 */
export async function payrollFile(tx: Db, month: string, locale: Locale): Promise<string> {
  const people = await findClosed(tx, { month });
  if (people.length === 0) throw new DomainError('StateRefused', 'attendanceMonths.refusals.noneClosed');
  const numbers = await wageNumbers(tx);
  const [separator, decimal] = locale === 'de' ? ([';', ','] as const) : ([',', '.'] as const);
  const head = COLUMNS.map((name) => quoted(textIn(locale, `attendanceMonths.payroll.${name}`)));
  const lines = people.flatMap((person) =>
    WAGE_KIND_NAMES.filter((kind) => kind === 'worked' || person[kind] !== 0).map((kind) => [
      quoted(month),
      quoted(person.personnelNo),
      quoted(person.personName),
      quoted(numbers[kind]),
      quoted(textIn(locale, `attendanceMonths.payroll.kinds.${kind}`)),
      decimalHours(person[kind], decimal),
      kind === 'leave' ? String(person.leaveDays) : kind === 'sick' ? String(person.sickDays) : '',
    ]),
  );
  return `\ufeff${[head, ...lines].map((cells) => `${cells.join(separator)}\r\n`).join('')}`;
}
