import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { Area } from '#contract/core/area';
import type { FieldError } from '#contract/core/envelope';
import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { Mask } from '#contract/core/mask';
import type { ImportError } from '#contract/transfer/imports';
import { cell, statement } from '../../../core/db/statement.ts';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { type AreaRow, type Areas, areaRow, columnName, type ServerArea, type Values } from '../../../core/http/area.ts';
import { importCell } from '../../../core/http/cells.ts';
import { countryCode } from '../../../core/http/countries.ts';
import { DomainError, toDomainError } from '../../../core/http/errors.ts';
import { and, likePattern, nameScopeSql, scopeSql } from '../../../core/http/list.ts';
import { createRow, type RowContext, updateRow } from '../../../core/http/rows.ts';
import { selectRows, titleSql } from '../../../core/http/select.ts';

export type Plan = { mask: Mask; mapping: Record<string, string>; merchantId: string | null; columns: string[]; createMissing: boolean };
export type Outcome = { action: 'created' | 'updated' | 'unchanged'; id: string; before: Values | null; version: number };

/** The faults of one row, by column. */
export class RowErrors extends Error {
  readonly errors: Omit<ImportError, 'row'>[];
  constructor(errors: Omit<ImportError, 'row'>[]) {
    super('row');
    this.errors = errors;
  }
}

export type ReferenceCache = Map<string, string | null>;

type Search = { table: string; where: SQL };
const SEARCHES = [{ table: 'items', where: sql`t.sku = ''` }];
const findNamed = statement(
  { id: cell.uuid },
  ({ table, where }: Search) =>
    sql`select t.id from ${sql.identifier(table)} t where t.deleted_at is null and ${where} order by t.sort_at limit 1`,
  SEARCHES,
);
const findMatch = statement(
  { id: cell.uuid },
  ({ table, where }: Search) => sql`select t.id from ${sql.identifier(table)} t where t.deleted_at is null and ${where} limit 1`,
  SEARCHES,
);

/** Resolves a reference by title, first search field (number, SKU, code) or id. */
async function resolve(
  context: RowContext,
  area: string,
  text: string,
  createMissing: boolean,
  merchantId: string | null,
  cache: ReferenceCache,
): Promise<string | null> {
  const key = `${area}\n${text.toLowerCase()}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const target = context.areas.get(area);
  if (!target) return null;
  const inner = { ...context, entry: target };
  const title = titleSql(target, 't', context.actor.locale);
  const code = target.area.search[0];
  const scope = nameScopeSql(context.areas, target, context.actor);
  const own =
    merchantId && target.area.merchant && target.area.merchant !== 'id'
      ? sql`(t.${sql.identifier(columnName(target.area.merchant))} = ${merchantId}::uuid or t.${sql.identifier(columnName(target.area.merchant))} is null)`
      : null;
  const named = sql`(lower(${title}) = lower(${text})${code ? sql` or lower(t.${sql.identifier(columnName(code))}::text) = lower(${text})` : sql``} or t.id::text = ${text})`;
  const indexed = target.area.search.length ? sql`(t.search like ${likePattern(text)} or t.id::text = ${text})` : null;
  const hit = await findNamed.first(context.tx, { table: getTableName(target.table), where: and([scope, own, indexed, named]) });
  let id = hit?.id ?? null;
  if (id === null && createMissing) {
    requireWrite(inner, 'create');
    const made = await createRow(inner, {
      [target.area.title[0] ?? 'name']: text,
      ...(merchantId && target.area.merchant ? { [target.area.merchant]: merchantId } : {}),
    });
    id = areaRow(target.area, made).id;
  }
  cache.set(key, id);
  return id;
}

/** Converts the cells of one row by the mapping and the kinds of the fields. */
export async function valuesOf(context: RowContext, plan: Plan, line: string[], cache: ReferenceCache): Promise<Values> {
  const { mask, mapping, columns, merchantId } = plan;
  const values: Values = {};
  const errors: Omit<ImportError, 'row'>[] = [];
  for (const [i, column] of columns.entries()) {
    const target = mapping[column];
    if (!target) continue;
    const [name = '', part] = target.split('.');
    const field = mask.fields[name];
    const text = (line[i] ?? '').trim();
    if (!field || field.readOnly) continue;
    if (field.kind === 'address' && part) {
      const address = (values[name] ?? { ...EMPTY_ADDRESS }) as Address;
      values[name] = { ...address, [part]: part === 'country' ? countryCode(text) : text };
    } else if (field.kind === 'reference') {
      const creatable = mask.import?.create?.includes(name) ?? false;
      const id = text === '' ? null : await resolve(context, field.area, text, creatable && plan.createMissing, merchantId, cache);
      if (text !== '' && id === null) errors.push({ column, rule: creatable ? 'missingReference' : 'reference', value: text });
      else values[name] = id;
    } else {
      const parsed = importCell(field, text, values, column);
      if ('rule' in parsed) errors.push({ column, rule: parsed.rule, ...(parsed.params ? { params: parsed.params } : {}), value: text });
      else if (parsed.value !== undefined) values[name] = parsed.value;
    }
  }
  if (errors.length > 0) throw new RowErrors(errors);
  return values;
}

async function existing(context: RowContext, match: string[], values: Values): Promise<AreaRow<Area> | null> {
  const { tx, areas, entry, actor } = context;
  const merchant = entry.area.merchant;
  const keys = merchant && merchant !== 'id' && values[merchant] !== undefined ? [...match, merchant] : match;
  if (match.some((key) => (values[key] ?? '') === '')) return null;
  const where = keys.map((key) =>
    values[key] === null
      ? sql`t.${sql.identifier(columnName(key))} is null`
      : sql`t.${sql.identifier(columnName(key))}::text = ${String(values[key])}`,
  );
  const scope = scopeSql(areas, entry, actor);
  const hit = await findMatch.first(tx, { table: getTableName(entry.table), where: and([scope, ...where]) });
  if (!hit) return null;
  const [row] = await selectRows(tx, areas, entry, actor, [hit.id]);
  return row ? areaRow(entry.area, row) : null;
}

/**
 * An import may only write what its user may write by hand.
 * @throws DomainError NotAllowed with the privilege, also if the area does not have the call
 */
function requireWrite({ entry: { area }, actor }: RowContext, action: 'create' | 'update'): void {
  const privilege = `${area.name}.${action}`;
  if (area.without?.includes(action)) throw new DomainError('NotAllowed', privilege);
  requirePrivilege(actor, privilege);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

async function apply(context: RowContext, plan: Plan, line: string[], cache: ReferenceCache): Promise<Outcome> {
  const { entry } = context;
  const merchant = entry.area.merchant;
  const values = await valuesOf(context, plan, line, cache);
  if (merchant && merchant !== 'id' && plan.merchantId && values[merchant] === undefined) values[merchant] = plan.merchantId;
  const { match = [], orBy } = plan.mask.import ?? {};
  const current = (await existing(context, match, values)) ?? (orBy ? await existing(context, orBy, values) : null);
  if (!current) {
    requireWrite(context, 'create');
    const { id, version } = areaRow(entry.area, await createRow(context, values));
    return { action: 'created', id, before: null, version };
  }
  // Empty cells do not change existing values, because other programs may know fewer fields.
  const changed = Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== null && value !== '' && !same(value, current[key])),
  );
  const { id, version } = current;
  if (Object.keys(changed).length === 0) return { action: 'unchanged', id, before: null, version };
  requireWrite(context, 'update');
  const row = areaRow(entry.area, await updateRow(context, id, { ...changed, version }));
  return {
    action: 'updated',
    id,
    before: Object.fromEntries(Object.keys(changed).map((key) => [key, current[key]])),
    version: row.version,
  };
}

/** Maps a field error to the column of the file. */
export function placed(plan: Plan, line: string[], error: FieldError): Omit<ImportError, 'row'> {
  const column =
    Object.entries(plan.mapping).find(([, target]) => target === error.path)?.[0] ??
    Object.entries(plan.mapping).find(([, target]) => target.split('.')[0] === error.path.split('.')[0])?.[0];
  return {
    column: column ?? error.path,
    rule: error.rule,
    ...(error.params ? { params: error.params } : {}),
    value: column ? (line[plan.columns.indexOf(column)] ?? '').slice(0, 200) : '',
  };
}

/** The key of a refusal with a message of its own (`services.refusals.agreed`), otherwise the error code. */
export const ruleOf = ({ code, data }: DomainError): string =>
  code === 'StateRefused' && typeof data === 'string' && data.includes('.') ? data : code;

/** A refusal of a whole row, with the missing privilege. */
export const refusal = (error: DomainError): Omit<ImportError, 'row'> => ({
  column: '',
  rule: ruleOf(error),
  value: ['NotAllowed', 'RightsExceeded'].includes(error.code) ? String(error.data) : '',
});

/** Imports one row in a savepoint. A refusal has no effect and does not stop the import. */
export async function importLine(
  context: RowContext,
  plan: Plan,
  line: string[],
  cache: ReferenceCache,
): Promise<Outcome | Omit<ImportError, 'row'>[]> {
  try {
    return await context.tx.transaction((tx) => apply({ ...context, tx: tx }, plan, line, cache));
  } catch (error) {
    // The rollback removed rows made in the savepoint, so cached references may be invalid.
    cache.clear();
    if (error instanceof RowErrors) return error.errors;
    const known: DomainError | null = toDomainError(error);
    if (!known) throw error;
    if (Array.isArray(known.data)) return (known.data as FieldError[]).map((one) => placed(plan, line, one));
    return [refusal(known)];
  }
}

export const requireEntry = (areas: Areas, name: string): ServerArea => {
  const entry = areas.get(name);
  if (!entry) throw new DomainError('NotFound');
  return entry;
};
