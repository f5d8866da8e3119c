import type { FieldSpec, Mask } from '#contract/core/mask';
import { readJson, writeStored } from '../../../providers/storage.ts';
import { isRecord } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';

export type Pin = 'left' | 'right' | null;
export type Column = {
  field: string;
  width: number;
  pin: Pin;
  hidden: boolean;
  /** Hidden because its value is the same in every row, not by the user. */
  uniform?: boolean;
  /** Its values would be misread if truncated (figures, codes). */
  rigid: boolean;
  /** An amount or a sum: folded after the others, because it is what such lists are read for. */
  figure?: boolean;
  /** The status, or that it is overdue: folded last, because it is why somebody opened the list. */
  status?: boolean;
  /** Width that the heading needs. Absent if the user set the column's width. */
  head?: number;
  /** Width that the values of the rows need. Absent if it was not measured. */
  content?: number;
};
/** What the rows on screen say about the columns. */
export type Measured = { widths: Record<string, number>; uniform: ReadonlySet<string> };
export const NOT_MEASURED: Measured = { widths: {}, uniform: new Set() };
/** A user's changes to a mask's columns. Absent fields follow the mask, so that changes of the mask reach everybody. */
export type ColumnChoice = { order: string[]; hidden: Record<string, boolean>; widths: Record<string, number>; pins: Record<string, Pin> };

export const NO_CHOICE: ColumnChoice = { order: [], hidden: {}, widths: {}, pins: {} };
export const MIN_WIDTH = 48;
const MAX_WIDTH = 800;

/** Whether a document is overdue. */
export const isPastDue = (spec: FieldSpec): boolean => spec.kind === 'boolean' && spec.pastDue !== undefined;
/** Numbers, dates, codes and status tags. */
const isRigid = (spec: FieldSpec): boolean => {
  const kind = kindOf(spec);
  return (
    kind.exportAs !== 'text' ||
    kind.mono === true ||
    spec.kind === 'image' ||
    spec.kind === 'boolean' ||
    spec.kind === 'status' ||
    spec.kind === 'phone' ||
    (spec.kind === 'text' && spec.mono === true)
  );
};

/** Kinds that cannot name a row. */
const NAMELESS = new Set<string>(['image', 'boolean', 'number', 'decimal', 'money', 'percent'] satisfies FieldSpec['kind'][]);

/** The column that names a row: the first that can. */
export const keyField = (mask: Mask): string | undefined =>
  mask.columns.find(({ field }) => !NAMELESS.has(mask.fields[field]?.kind ?? 'image'))?.field;

const rank = (pin: Pin): number => (pin === 'left' ? 0 : pin === 'right' ? 2 : 1);

/**
 * The columns in the user's order: pinned left, free, pinned right. New columns of the mask keep the mask's position. A column is as wide as
 * its values and its heading need, unless the user set its width.
 */
export function arrange(mask: Mask, choice: ColumnChoice, headOf?: (spec: FieldSpec) => number, measured = NOT_MEASURED): Column[] {
  const key = keyField(mask);
  const columns = mask.columns.flatMap(({ field, width, pin, hidden }): Column[] => {
    const spec = mask.fields[field];
    if (!spec) return [];
    const own = choice.widths[field];
    const head = own === undefined ? headOf?.(spec) : undefined;
    const content = own === undefined ? measured.widths[field] : undefined;
    const wanted = own ?? Math.max(content ?? width ?? spec.width ?? kindOf(spec).width, head ?? 0);
    const uniform = choice.hidden[field] === undefined && hidden === undefined && field !== key && measured.uniform.has(field);
    return [
      {
        field,
        width: clampWidth(wanted),
        pin: field in choice.pins ? (choice.pins[field] ?? null) : (pin ?? null),
        hidden: choice.hidden[field] ?? (uniform || hidden === true),
        rigid: field === key || isRigid(spec),
        ...(spec.kind === 'money' || spec.total ? { figure: true } : {}),
        ...(spec.kind === 'status' || isPastDue(spec) ? { status: true } : {}),
        ...(uniform ? { uniform } : {}),
        ...(head === undefined ? {} : { head }),
        ...(content === undefined ? {} : { content }),
      },
    ];
  });
  const place = (field: string, own: number): number => {
    const at = choice.order.indexOf(field);
    return at < 0 ? own : at;
  };
  return columns
    .map((column, own) => ({ column, at: place(column.field, own), own }))
    .sort((a, b) => rank(a.column.pin) - rank(b.column.pin) || a.at - b.at || a.own - b.own)
    .map(({ column }) => column);
}

export const clampWidth = (width: number): number => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)));

/** Moves a column to the given index. */
export function moved(columns: readonly Column[], field: string, to: number): string[] {
  const order = columns.map((column) => column.field);
  const from = order.indexOf(field);
  if (from < 0) return order;
  order.splice(from, 1);
  order.splice(Math.max(0, Math.min(order.length, to)), 0, field);
  return order;
}

/** Columns that fit into a width. Free columns are folded first, from the end, then amounts, then the status. The first column always stays, because it names the row. */
export function fit(columns: readonly Column[], width: number): { shown: Column[]; folded: Column[] } {
  const visible = columns.filter((column) => !column.hidden);
  let room = width - visible.reduce((sum, column) => sum + column.width, 0);
  const folded = new Set<string>();
  const others = visible.slice(1);
  const free = others.filter((c) => c.pin === null);
  const expendable = [
    ...others.filter((c) => c.pin !== null),
    ...free.filter((c) => c.status),
    ...free.filter((c) => c.figure && !c.status),
    ...free.filter((c) => !c.figure && !c.status),
  ];
  while (room < 0 && expendable.length > 0) {
    const last = expendable.pop();
    if (!last) break;
    folded.add(last.field);
    room += last.width;
  }
  return { shown: visible.filter((c) => !folded.has(c.field)), folded: visible.filter((c) => folded.has(c.field)) };
}

const storageKey = (user: string, mask: string): string => `kontor.columns.${user}.${mask}`;

export function readChoice(user: string, mask: string): ColumnChoice {
  const stored = readJson(storageKey(user, mask), isRecord);
  return stored ? sanitized(stored) : NO_CHOICE;
}

export const writeChoice = (user: string, mask: string, choice: ColumnChoice): void =>
  writeStored(storageKey(user, mask), JSON.stringify(choice));

const only = <T>(value: unknown, is: (v: unknown) => v is T): Record<string, T> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).flatMap(([key, v]) => (is(v) ? [[key, v]] : []))) : {};
const isNumber = (v: unknown): v is number => typeof v === 'number';
const isBoolean = (v: unknown): v is boolean => typeof v === 'boolean';
const isPin = (v: unknown): v is Pin => v === null || v === 'left' || v === 'right';

export function sanitized(stored: Record<string, unknown>): ColumnChoice {
  const order = Array.isArray(stored['order']) ? stored['order'].filter((field) => typeof field === 'string') : [];
  return { order, hidden: only(stored['hidden'], isBoolean), widths: only(stored['widths'], isNumber), pins: only(stored['pins'], isPin) };
}
