import type { FieldOf } from '#contract/core/mask';
import { formatDate, formatInstant, formatMinute, formatMonth } from '../../../providers/format.ts';
import './values.css';
import { asText, type CellProps, isBlank, type Kind, NOTHING } from './kind.ts';

const two = (n: number): string => String(n).padStart(2, '0');

const WRITTEN = [
  /^(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
];

/** Reads 2026-11-21, 2026/11/21, 2026年11月21日, 20261121 and 21.11.2026. Dates that do not exist are refused, not rolled over. */
export function parseDay(text: string): string | null {
  const { year, month, day } = WRITTEN.map((shape) => shape.exec(text.trim())?.groups).find(Boolean) ?? {};
  if (!year || !month || !day) return null;
  const shown = `${year}-${two(Number(month))}-${two(Number(day))}`;
  const real = new Date(`${shown}T00:00:00Z`);
  return Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== shown ? null : shown;
}

export const date: Kind<FieldOf<'date'>> = {
  align: 'start',
  width: 110,
  filterOps: ['gte', 'lte', 'eq', 'null'],
  exportAs: 'date',
  format: (value, { spec, locale }) => (spec.month ? formatMonth : formatDate)(asText(value), locale),
  parse(text) {
    if (isBlank(text)) return { value: null };
    const day = parseDay(text);
    return day ? { value: day } : { rule: 'date' };
  },
};

const atOf = (value: unknown): Date | null => {
  const at = new Date(asText(value));
  return asText(value) === '' || Number.isNaN(at.getTime()) ? null : at;
};

const HOUR = 3_600_000;
/** How near a deadline is. Null: far away, or no deadline. `hours`: from when it is near. */
export function urgencyOf(at: Date, hours: number | undefined, now = Date.now()): 'soon' | 'over' | null {
  if (hours === undefined) return null;
  if (at.getTime() <= now) return 'over';
  return at.getTime() - now <= hours * HOUR ? 'soon' : null;
}

export const instant: Kind<FieldOf<'instant'>> = {
  align: 'start',
  width: 160,
  filterOps: ['gte', 'lte', 'null'],
  exportAs: 'date',
  format: (value, { locale }) => formatInstant(asText(value), locale),
  parse(text) {
    if (isBlank(text)) return { value: null };
    const [dayText = '', timeText = '00:00'] = text.trim().split(/[ T]+/);
    const day = parseDay(dayText);
    const time = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(timeText);
    const at = day && time ? new Date(`${day}T${two(Number(time[1]))}:${time[2]}:${time[3] ?? '00'}`) : null;
    return at && !Number.isNaN(at.getTime()) ? { value: at.toISOString() } : { rule: 'instant' };
  },
  Cell({ value, field }: CellProps<FieldOf<'instant'>>) {
    const at = atOf(value);
    if (!at) return NOTHING;
    const urgency = urgencyOf(at, field.spec.deadline);
    const { past } = field.spec;
    if (past && at.getTime() <= Date.now()) return <span title={formatInstant(at, field.locale)}>{field.text(past)}</span>;
    const shown = field.spec.relative ? field.relative(at) : formatMinute(at, field.locale);
    return (
      <time dateTime={at.toISOString()} title={formatInstant(at, field.locale)}>
        {shown}
        {urgency ? <span className={`m-due m-due-${urgency}`}>{field.t(`due.${urgency}`)}</span> : null}
      </time>
    );
  },
};
