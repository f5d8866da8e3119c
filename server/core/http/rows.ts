import { eq, getTableName, type SQL, sql } from 'drizzle-orm';
import type { FieldError, StaleData } from '#contract/core/envelope';
import type { Db } from '../db/client.ts';
import { nextNumber } from '../db/number-series.ts';
import { cell, orNull, statement } from '../db/statement.ts';
import { auditLog } from '../db/tables.ts';
import { type Actor, isOutside } from './actor.ts';
import { type Areas, columnName, contractKey, type ServerArea, type Values } from './area.ts';
import { DomainError, invalid } from './errors.ts';
import { fileErrors } from './file-scope.ts';
import { isHidden, references } from './list.ts';
import { rowsOf, selectRows } from './select.ts';
import { parseValues } from './validate.ts';
import { becomeHouse } from './write.ts';

export type RowContext = { tx: Db; areas: Areas; entry: ServerArea; actor: Actor };

const only = (rows: Values[]): Values => {
  const [row] = rows;
  if (!row) throw new DomainError('NotFound');
  return row;
};

export const getRow = async ({ tx, areas, entry, actor }: RowContext, id: string): Promise<Values> =>
  only(await selectRows(tx, areas, entry, actor, [id]));

/** Every id in a body must refer to a row this actor may see. Another's row is reported as not found. */
async function referenceErrors({ tx, areas, entry, actor }: RowContext, values: Values): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const { key, area, many } of references(entry)) {
    const value = values[key];
    const ids = many ? ((value ?? []) as string[]) : typeof value === 'string' ? [value] : [];
    const target = areas.get(area);
    if (ids.length === 0 || !target) continue;
    const found = await selectRows(tx, areas, target, actor, ids, { trash: false, naming: true });
    if (found.length < new Set(ids).size) errors.push({ path: key, rule: 'reference' });
  }
  return errors;
}

/** An outside user writes only for the own merchant or carrier. It is also the default. */
function scoped({ entry: { area }, actor }: RowContext, values: Values, creating: boolean): Values {
  if (!isOutside(actor)) return values;
  // A row of a carrier may have a merchant, too, but not one that the carrier chose.
  if (actor.merchantId === null && area.carrier && !(area.merchant && values[area.merchant]))
    return ownedBy(area.carrier, actor.carrierId, values, creating);
  return area.merchant ? ownedBy(area.merchant, actor.merchantId, values, creating) : values;
}

function ownedBy(key: string, party: string | null, values: Values, creating: boolean): Values {
  const wanted = values[key] ?? (creating ? party : undefined);
  if (wanted === undefined) return values;
  if (party === null || wanted !== party) throw invalid([{ path: key, rule: 'reference' }]);
  return { ...values, [key]: wanted };
}

async function prepared(context: RowContext, body: Values, current: Values | null): Promise<Values> {
  const { tx, entry, actor } = context;
  const values = parseValues(entry.area, scoped(context, body, current === null), current !== null);
  const named = [...(await referenceErrors(context, values)), ...(await fileErrors(tx, context.areas, entry, actor, values, current))];
  const errors = [...named, ...((await entry.check?.({ tx, actor, values, current })) ?? [])];
  if (errors.length > 0) throw invalid(errors);
  return (await entry.beforeSave?.({ tx, actor, values, current })) ?? values;
}

/** The row with the next number of the area's series, unless it brings one. */
async function numbered({ tx, entry }: RowContext, values: Values): Promise<Values> {
  const { number } = entry;
  if (!number || (values[number.field] ?? '') !== '') return values;
  return { ...values, [number.field]: `${number.prefix}${await nextNumber(tx, entry.area.name)}` };
}

/** Every write goes through this function, so that the area's guard is always called. */
export async function guarded({ tx, areas, entry, actor }: RowContext, id: string | null, write: () => Promise<Values>): Promise<Values> {
  if (!entry.guard) return write();
  // A guard may name what it compared, so an outside user must be able to see the row first.
  if (id !== null && isOutside(actor)) only(await selectRows(tx, areas, entry, actor, [id]));
  return entry.guard({ tx, actor, id }, write);
}

export const createRow = (context: RowContext, body: Values): Promise<Values> => guarded(context, null, () => insertRow(context, body));

async function insertRow(context: RowContext, body: Values): Promise<Values> {
  const { tx, entry, actor } = context;
  const values = await numbered(context, await prepared(context, body, null));
  const [made] = (await tx
    .insert(entry.table)
    .values(values as never)
    .returning({ id: (entry.table as never)['id'] })) as { id: string }[];
  if (!made) throw new DomainError('NotFound');
  const row = await getRow(context, made.id);
  await entry.afterSave?.({ tx, actor, row, current: null });
  return row;
}

/** The name of the program that changed a row, over the audit alias `a`. */
const PROGRAM = sql`select c.name from oauth_clients c where c.id = a.user_id`;

/** The name of who changed a row, over the alias `u`. Outside users do not see names of house users or of other companies. */
const namedTo = (actor: Actor): SQL => {
  if (!isOutside(actor)) return sql`coalesce(u.name, (${PROGRAM}))`;
  if (actor.merchantId === null) return sql`case when u.carrier_id = ${actor.carrierId}::uuid then u.name end`;
  return sql`case when u.merchant_id = ${actor.merchantId}::uuid then u.name else (${PROGRAM} and c.merchant_id = ${actor.merchantId}::uuid) end`;
};

const findChanges = statement(
  { after: auditLog.after, name: orNull(cell.text) },
  ({
    name,
    area,
    rowId,
    count,
  }: {
    name: SQL;
    area: string;
    rowId: string;
    count: number;
  }) => sql`select a.after, ${name} as name from ${auditLog} a left join users u on u.id = a.user_id
    where a.area = ${area} and a.row_id = ${rowId}::uuid and a.action <> 'create' order by a.id desc limit ${count}`,
  [{ name: sql`u.name`, area: '', rowId: '', count: 1 }],
);
const findHistory = statement(
  {
    at: auditLog.at,
    by: auditLog.userId,
    byName: orNull(cell.text),
    action: auditLog.action,
    before: auditLog.before,
    after: auditLog.after,
  },
  ({
    name,
    area,
    rowId,
  }: {
    name: SQL;
    area: string;
    rowId: string;
  }) => sql`select a.at, a.user_id as by, ${name} as "byName", a.action, a.before, a.after
    from ${auditLog} a left join users u on u.id = a.user_id where a.area = ${area} and a.row_id = ${rowId}::uuid order by a.id desc limit 500`,
  [{ name: sql`u.name`, area: '', rowId: '' }],
);

/** What changed since the version on which the edit was based, by whom and when. */
async function staleData({ tx, entry, actor }: RowContext, current: Values, based: number): Promise<StaleData> {
  // Outside users cannot read the audit log. The row was already found in their scope.
  await becomeHouse(tx);
  const rowId = String(current['id']);
  const count = Math.max(1, Number(current['version']) - based);
  const changes = await findChanges(tx, { name: namedTo(actor), area: entry.area.name, rowId, count });
  const fields = new Set(changes.flatMap(({ after }) => Object.keys(after ?? {}).map(contractKey)));
  return {
    current,
    changedBy: changes[0]?.name ?? null,
    changedAt: String(current['updatedAt']),
    fields: [...fields].filter((key) => Object.hasOwn(current, key) && !isHidden(entry, actor, key)),
  };
}

/** @throws DomainError StaleVersion with the changes since, if `body.version` is outdated */
export const updateRow = (context: RowContext, id: string, body: Values): Promise<Values> =>
  guarded(context, id, () => changeRow(context, id, body));

async function changeRow(context: RowContext, id: string, { version, ...body }: Values): Promise<Values> {
  const { tx, areas, entry, actor } = context;
  const current = only(await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true }));
  if (!Number.isInteger(version)) throw invalid([{ path: 'version', rule: 'required' }]);
  if (version !== current['version']) throw new DomainError('StaleVersion', await staleData(context, current, version as number));
  const values = await prepared(context, body, current);
  if (Object.keys(values).length > 0)
    await tx
      .update(entry.table)
      .set(values)
      .where(eq((entry.table as never)['id'], id));
  const row = await getRow(context, id);
  if (!entry.afterSave) return row;
  await entry.afterSave({ tx, actor, row, current });
  // Follow-ups of the edit may have changed the row again.
  return getRow(context, id);
}

/** Soft delete and recover. Both are idempotent. */
export const setDeleted = (context: RowContext, id: string, deleted: boolean): Promise<Values> =>
  guarded(context, id, () => markDeleted(context, id, deleted));

async function markDeleted(context: RowContext, id: string, deleted: boolean): Promise<Values> {
  const { tx, areas, entry, actor } = context;
  const current = only(await selectRows(tx, areas, entry, actor, [id], { lock: true }));
  if ((current['deletedAt'] !== null) === deleted) return current;
  await tx
    .update(entry.table)
    .set({ deletedAt: deleted ? sql`clock_timestamp()` : null })
    .where(eq((entry.table as never)['id'], id));
  if (deleted) await entry.onDelete?.({ tx, actor, id });
  else await entry.afterRecover?.({ tx, actor, id });
  return getRow(context, id);
}

/** Array references have no foreign key, so a purge checks them here. */
async function refuseWhileNamed({ tx, areas, entry }: RowContext, id: string): Promise<void> {
  for (const other of areas.values()) {
    for (const { key, area, many } of references(other)) {
      if (area !== entry.area.name || !many) continue;
      const result = await tx.execute(
        sql`select 1 from ${sql.identifier(getTableName(other.table))} where ${sql.identifier(columnName(key))} @> array[${id}::uuid] limit 1`,
      );
      if (rowsOf(result).length > 0) throw new DomainError('InUse', other.area.name);
    }
  }
}

/** Purges a row. It must have been deleted before, and must not be retained. */
export const purgeRow = (context: RowContext, id: string): Promise<Values> => guarded(context, id, () => removeRow(context, id));

async function removeRow(context: RowContext, id: string): Promise<{ id: string }> {
  const { tx, areas, entry, actor } = context;
  if (entry.area.retained) throw new DomainError('StateRefused', 'retained');
  const current = only(await selectRows(tx, areas, entry, actor, [id], { lock: true }));
  if (current['deletedAt'] === null) throw new DomainError('StateRefused', 'notDeleted');
  await refuseWhileNamed(context, id);
  await entry.beforePurge?.({ tx, actor, id });
  await tx.delete(entry.table).where(eq((entry.table as never)['id'], id));
  return { id };
}

export type HistoryEntry = {
  at: string;
  by: string | null;
  byName: string | null;
  action: string;
  before: Values | null;
  after: Values | null;
};

/** If a row belonged to someone else before, an outside user sees only the history since it became their own. */
function ownPart({ entry: { area }, actor }: RowContext, entries: HistoryEntry[]): HistoryEntry[] {
  const key = actor.merchantId === null ? area.carrier : area.merchant;
  if (!isOutside(actor) || !key) return entries;
  const came = entries.findIndex(({ action, before }) => action === 'update' && before !== null && Object.hasOwn(before, columnName(key)));
  const taken = entries[came];
  return taken ? [...entries.slice(0, came), { ...taken, before: null }] : entries;
}

/** Changes of one row, newest first, with names and fields of the contract only. */
export async function rowHistory(context: RowContext, id: string): Promise<HistoryEntry[]> {
  const { tx, areas, entry, actor } = context;
  only(await selectRows(tx, areas, entry, actor, [id]));
  const shape = entry.area.row.shape;
  const visible = (side: Values | null): Values | null =>
    side === null
      ? null
      : Object.fromEntries(
          Object.entries(side)
            .map(([key, value]) => [contractKey(key), value] as const)
            .filter(([key]) => Object.hasOwn(shape, key) && !isHidden(entry, actor, key)),
        );
  // Outside users cannot read the audit log. The row was already found in their scope.
  await becomeHouse(tx);
  const found = await findHistory(tx, { name: namedTo(actor), area: entry.area.name, rowId: id });
  return ownPart(context, found).map(({ before, after, ...change }) => ({ ...change, before: visible(before), after: visible(after) }));
}
