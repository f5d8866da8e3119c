import type { ReactNode } from 'react';
import type { Locale } from '#contract/core/limits';
import type { FieldKind, FieldOf, FieldSpec, Text } from '#contract/core/mask';
import type { FilterOp } from '#contract/core/query';

export type Row = Record<string, unknown>;
export type Params = Record<string, string | number>;

/** One field of one row, with what is needed to format it. */
export type FieldContext<S extends FieldSpec = FieldSpec> = {
  name: string;
  spec: S;
  row: Row;
  locale: Locale;
  text: (text: Text) => string;
  t: (key: string, params?: Params) => string;
  /** "5 minutes ago". */
  relative: (at: Date) => string;
  /** Path of a record of another area. Null if the user has no screen for it. */
  linkTo: (area: string, id: string) => string | null;
};

export type Parsed = { value: unknown } | { rule: string; params?: Params };

/**
 * The part of a kind that a list needs. Members are declared as methods (bivariant), so that a kind of one field type fits the registry
 * of all. `parse(format(v))` returns `v` (tests/unit/mask-kinds.test.ts).
 */
export type Kind<S extends FieldSpec = FieldSpec> = {
  align: 'start' | 'end' | 'center';
  width: number;
  filterOps: readonly FilterOp[];
  /** Cell type in an exported spreadsheet. */
  exportAs: 'text' | 'number' | 'date';
  /** The unit of a bare number, shown as the placeholder. */
  unit?: string;
  /** Monospace font, for codes that are read letter by letter. */
  mono?: boolean;
  format(value: unknown, field: FieldContext<S>): string;
  parse(text: string, field: FieldContext<S>): Parsed;
  /** If absent, the formatted text is shown. */
  Cell?(props: CellProps<S>): ReactNode;
};
/** `compact`: in a list, where a click selects the row instead of following a link in the value. */
export type CellProps<S extends FieldSpec = FieldSpec> = { value: unknown; field: FieldContext<S>; compact?: boolean };
export type KindMap = { [K in FieldKind]: Kind<FieldOf<K>> };

export const NOTHING = '–';

export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);
export const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
export const asNumber = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
export const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : []);

/** Whether a text means "no value". */
export const isBlank = (text: string): boolean => text.trim() === '' || text.trim() === NOTHING;
