import { entityName, type Schema } from './shopware-schema.ts';

/** Search of the stand-in for Shopware: filters, order, pages, associations and the choice of fields, as its data abstraction layer has them. */

export type Row = Record<string, unknown>;
type Filter = {
  type: string;
  field?: string;
  value?: unknown;
  operator?: string;
  parameters?: Record<string, string | number>;
  queries?: Filter[];
};
export type Criteria = {
  limit?: number;
  page?: number;
  ids?: string[];
  filter?: Filter[];
  sort?: { field: string; order?: string }[];
  associations?: Record<string, Criteria>;
  includes?: Record<string, string[]>;
};

/** Values at a path; several where it leads over rows of another entity. */
function valuesAt(row: unknown, path: string): unknown[] {
  const [field = '', ...rest] = path.split('.');
  const value = (row as Row | null)?.[field];
  if (rest.length === 0) return [value ?? null];
  return [value ?? []].flat().flatMap((one) => valuesAt(one, rest.join('.')));
}
/** A time as the database compares it: in UTC and without a zone. What has another form fits nothing. */
function comparable(value: unknown): string | number | null {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return null;
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T([\d:.]+)(\+00:00|Z)$/, '$1 $2');
}
const STORED = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/;

const inRange = (value: unknown, parameters: NonNullable<Filter['parameters']>): boolean => {
  const known = comparable(value);
  if (known === null) return false;
  return Object.entries(parameters).every(([how, bound]) => {
    if (typeof known === 'string' && !STORED.test(String(bound))) throw new Error(`The database does not read ${bound} as a time.`);
    if (how === 'gt') return known > bound;
    if (how === 'gte') return known >= bound;
    return how === 'lt' ? known < bound : known <= bound;
  });
};
function fits(row: Row, { type, field = '', value, operator, parameters = {}, queries = [] }: Filter): boolean {
  if (type === 'multi') return operator === 'or' ? queries.some((one) => fits(row, one)) : queries.every((one) => fits(row, one));
  if (type === 'not') return !queries.some((one) => fits(row, one));
  const values = valuesAt(row, field);
  if (type === 'equals') return values.includes(value ?? null);
  if (type === 'equalsAny') return values.some((one) => (value as unknown[]).includes(one));
  if (type === 'range') return values.some((one) => inRange(one, parameters));
  throw new Error(`The stand-in knows no filter ${type}.`);
}

/** What of a row is answered: its own values, associations that were asked for, and of these the fields that `includes` names. */
function shown(schema: Schema, name: string, row: Row, { associations = {} }: Criteria, includes: Record<string, string[]>): Row {
  const fields = includes[entityName(name)];
  const parts = Object.entries(row).flatMap(([field, value]) => {
    if (fields && !fields.includes(field)) return [];
    const next = schema.leadsTo(name, field);
    if (next === null) return [[field, value]];
    const wanted = associations[field];
    if (wanted === undefined) return [];
    const of = (one: unknown) => (one === null ? null : shown(schema, next, one as Row, wanted, includes));
    return [[field, Array.isArray(value) ? value.map(of) : of(value)]];
  });
  return Object.fromEntries(parts);
}

export function search(schema: Schema, entity: string, rows: readonly Row[], criteria: Criteria): { total: number; data: Row[] } {
  const { ids, filter = [], sort = [], limit = 100, page = 1, includes = {} } = criteria;
  const [by] = sort;
  const found = rows
    .filter((row) => (ids === undefined || ids.includes(String(row['id']))) && filter.every((one) => fits(row, one)))
    .sort((a, b) => (by ? Number(a[by.field]) - Number(b[by.field]) : 0))
    .slice((page - 1) * limit, page * limit);
  return { total: found.length, data: found.map((row) => shown(schema, schema.nameOf(entity), row, criteria, includes)) };
}
