import { addDays, houseToday } from '#contract/core/house-day';
import type { FieldSpec, Mask } from '#contract/core/mask';
import { currentUser } from '../../../providers/user.ts';
import type { Row } from '../kinds/kind.ts';

/** `today`, or so many days later (`today+30`): the default of a date. */
const DAY = /^today(?:\+(\d{1,3}))?$/;
/** The last day of the month before this one. */
const monthBefore = (): string => addDays(`${houseToday().slice(0, 8)}01`, -1);
/** The days of a period that is over when it is entered. */
const ENDS: Readonly<Record<string, () => string>> = {
  lastMonthStart: () => `${monthBefore().slice(0, 8)}01`,
  lastMonthEnd: monthBefore,
};

function startValue(spec: FieldSpec): unknown {
  if (spec.kind !== 'date') return spec.default;
  const [matched, days = '0'] = DAY.exec(String(spec.default)) ?? [];
  if (matched) return addDays(houseToday(), Number(days));
  return ENDS[String(spec.default)]?.() ?? spec.default;
}

/** Default values of fields, as the server would set them. */
export const startOf = (fields: Readonly<Record<string, FieldSpec>>): Row =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, spec]) => (spec.default === undefined ? [] : [[name, startValue(spec)]])));

/**
 * Dates of the form that start with a day of their own. They are sent although nobody changed them, because the server does not know what the
 * form showed.
 */
export function startDates({ fields, form }: Pick<Mask, 'fields' | 'form'>, row: Row): Row {
  const asked = form?.sections.flatMap((section) => section.fields) ?? [];
  const dates = asked.filter((name) => fields[name]?.kind === 'date' && fields[name]?.default !== undefined);
  return Object.fromEntries(dates.map((name) => [name, row[name]]));
}

const PLAIN = new Set(['text', 'choice', 'status', 'reference']);

/** Whether a merchant would choose the own company here, which is the only choice: the field is filled in and not shown. */
export const isOwner = (name: string, own = currentUser()?.merchantId): boolean => Boolean(own) && name === 'merchantId';

/**
 * Start values that nobody types: of the list's fixed filters (an invoice created in the list of USD is in USD), and the own company of a
 * merchant. They are sent, because the server does not know the list.
 */
export function cutOf({ fixed = [], fields, form }: Pick<Mask, 'fixed' | 'fields' | 'form'>, own = currentUser()?.merchantId): Row {
  const asked = new Set(form?.sections.flatMap((section) => section.fields));
  const cuts = fixed.filter(({ field, op }) => op === 'eq' && asked.has(field) && PLAIN.has(fields[field]?.kind ?? ''));
  const owner = [...asked].filter((name) => isOwner(name, own)).map((name) => [name, own]);
  return Object.fromEntries([...cuts.map(({ field, value }) => [field, value]), ...owner]);
}
