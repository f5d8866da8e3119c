import type { FieldSpec, Mask } from '#contract/core/mask';
import { readJson, writeStored } from '../../../providers/storage.ts';
import { isRecord } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';

export type Pin = 'left' | 'right' | null;
/** What a list is read for, most important first. What has no rank folds first. */
const RANKS = ['key', 'status', 'main', 'party', 'due', 'amount', 'fact', 'sum', 'pastDue'] as const;
type Rank = (typeof RANKS)[number];
export type Column = {
  field: string;
  width: number;
  pin: Pin;
  hidden: boolean;
  /** Hidden because its value is the same in every row, not by the user. */
  uniform?: boolean;
  /** Its values would be misread if truncated (figures, codes). */
  rigid: boolean;
  /** Its text takes up to two lines. */
  wraps?: boolean;
  /** What it is to the list. Without one, it is folded first. */
  rank?: Rank;
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

/**
 * Whom or what the rows are about: the first reference beside the name, with those that stand in its place in other rows. Without one, it is
 * the first text.
 */
function partiesOf(mask: Mask, hidden: (field: string) => boolean): readonly string[] {
  // Where the party gives way, nothing takes its place.
  if (mask.columns.some(({ aside }) => aside)) return [];
  const key = keyField(mask);
  const others = mask.columns.filter(({ field }) => field !== key && !hidden(field)).map(({ field }) => field);
  const reference = others.find((field) => mask.fields[field]?.kind === 'reference');
  if (reference) return mask.oneOf?.find(({ fields }) => fields.includes(reference))?.fields ?? [reference];
  const text = others.find((field) => {
    const spec = mask.fields[field];
    return spec?.kind === 'text' && !spec.mono;
  });
  return text ? [text] : [];
}

function rankOf(mask: Mask, field: string, spec: FieldSpec): Rank | undefined {
  if (spec.kind === 'status') return 'status';
  const isTime = spec.kind === 'instant' || spec.kind === 'date';
  // Rows that begin with the oldest day are worked off in its order.
  if (isTime && (mask.sort === field || ('deadline' in spec && spec.deadline !== undefined))) return 'due';
  if (spec.kind === 'money') return 'amount';
  if (mask.facts?.includes(field)) return 'fact';
  if (spec.total) return 'sum';
  return isPastDue(spec) ? 'pastDue' : undefined;
}

/** Pixels that a heading needs, and those of the longest value that a column may show, used until its rows are measured. */
export type Needs = { head: number; values: number };

const rank = (pin: Pin): number => (pin === 'left' ? 0 : pin === 'right' ? 2 : 1);

/**
 * The columns in the user's order: pinned left, free, pinned right. New columns of the mask keep the mask's position. A column is as wide as
 * its values and its heading need, unless the user set its width.
 */
export function arrange(mask: Mask, choice: ColumnChoice, needsOf?: (spec: FieldSpec) => Needs, measured = NOT_MEASURED): Column[] {
  const key = keyField(mask);
  const isUniform = (field: string, hidden: boolean | undefined): boolean =>
    choice.hidden[field] === undefined && hidden === undefined && field !== key && measured.uniform.has(field);
  const isHidden = (field: string, hidden: boolean | undefined): boolean =>
    choice.hidden[field] ?? (isUniform(field, hidden) || hidden === true);
  const parties = partiesOf(mask, (field) => isHidden(field, mask.columns.find((column) => column.field === field)?.hidden));
  const columns = mask.columns.flatMap(({ field, width, pin, hidden, main, wraps }): Column[] => {
    const spec = mask.fields[field];
    if (!spec) return [];
    const own = choice.widths[field];
    const { head, values = 0 } = (own === undefined ? needsOf?.(spec) : undefined) ?? {};
    const content = own === undefined ? measured.widths[field] : undefined;
    const wanted = own ?? Math.max(content ?? Math.max(width ?? spec.width ?? kindOf(spec).width, values), head ?? 0);
    const ranked = field === key ? 'key' : main ? 'main' : parties.includes(field) ? 'party' : rankOf(mask, field, spec);
    return [
      {
        field,
        width: clampWidth(wanted),
        pin: field in choice.pins ? (choice.pins[field] ?? null) : (pin ?? null),
        hidden: isHidden(field, hidden),
        rigid: field === key || isRigid(spec),
        ...(wraps ? { wraps } : {}),
        ...(ranked ? { rank: ranked } : {}),
        ...(isUniform(field, hidden) ? { uniform: true } : {}),
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

/** Pixels of a cut text by which rows can be told apart. */
const SOME_TEXT = 110;

const UNRANKED = RANKS.length;
/** Pinned columns come after the first, because somebody asked to see them always. */
const place = ({ pin, rank: ranked }: Column): number => (pin === null ? (ranked ? RANKS.indexOf(ranked) : UNRANKED) : -1);

/**
 * Columns that fit into a width: in the order of their rank, each for which there is room, so that no room stays empty which a less important
 * one could fill. The first column always stays, and the one that names the row comes next. A text that does not fit takes what is left, cut, if
 * that is enough to tell one from another.
 */
export function fit(columns: readonly Column[], width: number): { shown: Column[]; folded: Column[] } {
  const visible = columns.filter((column) => !column.hidden);
  const [first, ...others] = visible;
  let room = width - (first?.width ?? 0);
  const kept = new Map(first ? [[first.field, first]] : []);
  const inOrder = others.toSorted((a, b) => place(a) - place(b));
  for (const column of inOrder) {
    if (column.width > room) continue;
    kept.set(column.field, column);
    room -= column.width;
  }
  const text = inOrder.find(({ field, rigid, head = 0 }) => !rigid && !kept.has(field) && room >= Math.max(SOME_TEXT, head));
  if (text) kept.set(text.field, { ...text, width: room });
  return { shown: visible.flatMap(({ field }) => kept.get(field) ?? []), folded: visible.filter((c) => !kept.has(c.field)) };
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
