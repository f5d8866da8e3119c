import type { Mask } from '#contract/core/mask';
import { decodeFilters, type Filter } from '#contract/core/query';
import { parseDay } from '../kinds/date.tsx';

export const SHEET_TYPES = ['list', 'label', 'labelMultiple', 'download'] as const;
export type SheetType = (typeof SHEET_TYPES)[number];

/** The parameters of `/spreadsheet` (specification, point 2). */
export type SheetQuery = {
  mask: string;
  /** Ids of single rows, separated by commas. */
  pk: string[];
  type: SheetType;
  fields: string[];
  filters: Filter[];
  search: string;
  /** A calendar day or `from..to`: rows created then. */
  date: string;
};

const parts = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** `filter` is itself a query (`status.in=a&status.in=b`), encoded once as a whole. */
export function readSheetQuery(params: URLSearchParams): SheetQuery {
  const type = params.get('type');
  return {
    mask: params.get('mask') ?? '',
    pk: parts(params.get('pk')),
    type: SHEET_TYPES.find((candidate) => candidate === type) ?? 'list',
    fields: parts(params.get('fields')),
    filters: decodeFilters(new URLSearchParams(params.get('filter') ?? '')),
    search: params.get('search') ?? '',
    date: params.get('date') ?? '',
  };
}

/** Filters for days in the user's time zone, as instants. */
export function dateFilters(date: string): Filter[] {
  const [first = '', last = first] = date.split('..');
  const [from, to] = [parseDay(first), parseDay(last)];
  if (!from || !to) return [];
  return [
    { field: 'createdAt', op: 'gte', value: new Date(`${from}T00:00:00`).toISOString() },
    { field: 'createdAt', op: 'lte', value: new Date(`${to}T23:59:59.999`).toISOString() },
  ];
}

/** Only fields of the mask. Without any, its visible columns. */
export function sheetFields(mask: Mask, { fields, type }: SheetQuery): string[] {
  const known = fields.filter((name) => mask.fields[name] !== undefined);
  if (known.length > 0) return known;
  const labels = type === 'label' || type === 'labelMultiple' ? mask.labels?.filter((name) => mask.fields[name] !== undefined) : undefined;
  if (labels && labels.length > 0) return labels;
  return mask.columns.filter((column) => !column.hidden).map((column) => column.field);
}
