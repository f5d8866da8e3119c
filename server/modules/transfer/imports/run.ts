import { desc, eq, getTableName, sql } from 'drizzle-orm';
import type { Mask } from '#contract/core/mask';
import type { ImportError } from '#contract/transfer/imports';
import type { Db } from '../../../core/db/client.ts';
import { outageOf } from '../../../core/db/outage.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { type Actor, requirePrivilege } from '../../../core/http/actor.ts';
import type { Values } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, toDomainError } from '../../../core/http/errors.ts';
import { guarded, type RowContext, setDeleted, updateRow } from '../../../core/http/rows.ts';
import { asActor, runAsHouse } from '../../../core/http/write.ts';
import { readSheet, type Sheet } from '../../../core/spreadsheet/read-sheet.ts';
import { PRESETS } from './presets.ts';
import { type FileRow, importRecord, recordsOf } from './records.ts';
import { importLine, type Outcome, type Plan, type ReferenceCache, requireEntry, ruleOf } from './rows.ts';
import { importChanges, imports } from './table.ts';

/** `locale` is missing in rows stored by older versions. */
export type StoredActor = Omit<Actor, 'privileges' | 'locale'> & { privileges: string[]; locale?: Actor['locale'] };
const acting = (stored: StoredActor): Actor => ({ ...stored, privileges: new Set(stored.privileges), locale: stored.locale ?? 'en' });
export type ImportRow = typeof imports.$inferSelect;

const ERRORS_KEPT = 1000;
const PROGRESS_EVERY = 100;

/** Thrown to roll back a dry run, or an all-or-nothing run with a fault. */
class RollBack extends Error {}

type Counts = { created: number; updated: number; unchanged: number; failed: number };
type Result = Counts & { errors: ImportError[] };

export const sheetFor = (row: Pick<ImportRow, 'preset'>, sheet: Sheet): Sheet =>
  PRESETS.find((preset) => preset.name === row.preset)?.read(sheet) ?? sheet;

export const MODES = ['check', 'all', 'good'] as const;
export type Mode = (typeof MODES)[number];

/** Writes every row with the same code as a form: dry, all or nothing, or valid rows only. */
async function pass(
  context: AppContext,
  row: ImportRow,
  mask: Mask,
  sheet: Sheet,
  { mode, createMissing }: Omit<Order, 'path'>,
): Promise<Result> {
  const { db, areas } = context;
  const actor = acting(row.actor as StoredActor);
  const entry = requireEntry(areas, mask.area);
  const mapping = row.mapping as Record<string, string>;
  const plan: Plan = { mask, mapping, merchantId: row.merchantId, columns: sheet.columns, createMissing };
  // Rows skipped on purpose are listed like faults, but do not stop the import.
  const errors = (sheet.leftOut ?? []).slice(0, ERRORS_KEPT / 2).map((one) => ({ ...one, column: '' }));
  const result: Result = { created: 0, updated: 0, unchanged: 0, failed: 0, errors };
  const cache = new Map<string, string | null>();
  const records = recordsOf(sheet, plan.mapping, entry.records?.by);
  await db.update(imports).set({ total: records.length }).where(eq(imports.id, row.id));
  const work = async (tx: Db): Promise<void> => {
    for (const [i, rows] of records.entries()) {
      const outcome = await importOne({ tx, areas, entry, actor }, plan, rows, cache);
      if (Array.isArray(outcome)) {
        result.failed += 1;
        result.errors.push(...outcome.slice(0, ERRORS_KEPT - result.errors.length));
      } else {
        result[outcome.action] += 1;
        if (mode !== 'check' && outcome.action !== 'unchanged') await note(tx, row.id, entry.area.name, outcome);
      }
      if (i % PROGRESS_EVERY === 0) await db.update(imports).set({ done: i }).where(eq(imports.id, row.id));
    }
    if (mode === 'check' || (mode === 'all' && result.failed > 0)) throw new RollBack();
  };
  await asActor(db, actor, `import:${row.id}`, work).catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error;
  });
  return result;
}

/** Imports one row as a form would write it, or the rows of one record with the area's own function. */
async function importOne(context: RowContext, plan: Plan, rows: FileRow[], cache: ReferenceCache): Promise<Outcome | ImportError[]> {
  const { records } = context.entry;
  if (records) return importRecord(context, plan, records, rows, cache);
  const [row] = rows;
  const outcome = row ? await importLine(context, plan, row.cells, cache) : [];
  return Array.isArray(outcome) ? outcome.map((error) => ({ row: row?.number ?? 0, ...error })) : outcome;
}

const note = async (
  tx: Db,
  importId: string,
  area: string,
  { id, before, version }: { id: string; before: Values | null; version: number },
): Promise<void> => {
  // import_changes belongs to no area, so statements of outside users cannot write it.
  await runAsHouse(tx, () => tx.insert(importChanges).values({ importId, area, rowId: id, before, version }));
};

/** What a person asked for. `createMissing`: references that the file names and that do not exist are created. */
export type Order = { mode: Mode; path: string; createMissing: boolean };

/** Job for dry run and run. An internal error marks the import as failed and rolls it back. */
export async function runImport(context: AppContext, id: string, { mode, path, createMissing }: Order): Promise<void> {
  const { db } = context;
  const [row] = await db
    .update(imports)
    .set({ state: mode === 'check' ? 'checking' : 'running', done: 0 })
    .where(eq(imports.id, id))
    .returning();
  if (!row) return;
  try {
    const mask = await context.maskFor(acting(row.actor as StoredActor), row.mask);
    const sheet = sheetFor(row, await readSheet(path));
    const { errors, ...counts } = await pass(context, row, mask, sheet, { mode, createMissing });
    const refused = mode === 'all' && counts.failed > 0;
    const none = refused ? { created: 0, updated: 0, unchanged: 0 } : {};
    await db
      .update(imports)
      .set({
        ...counts,
        ...none,
        errors,
        done: counts.created + counts.updated + counts.unchanged + counts.failed,
        state: mode === 'check' ? 'checked' : refused ? 'failed' : 'done',
      })
      .where(eq(imports.id, id));
    if (mode !== 'check' && !refused && counts.created > 0) await requireEntry(context.areas, mask.area).records?.afterwards(context);
  } catch (error) {
    context.log.error({ err: error, import: id }, 'import failed');
    const rule = error instanceof DomainError ? error.code : (outageOf(error) ?? 'InternalError');
    await db
      .update(imports)
      .set({ state: 'failed', errors: [{ row: 0, column: '', rule, value: '' }] })
      .where(eq(imports.id, id));
  }
}

/**
 * Restores former values by a normal edit, so that the area's rules apply and derived values are updated. Returns the rule that refuses it,
 * or null.
 */
async function writeBack(rows: RowContext, id: string, values: Values): Promise<string | null> {
  try {
    await rows.tx.transaction((tx) => updateRow({ ...rows, tx }, id, values));
    return null;
  } catch (error) {
    const known = toDomainError(error);
    if (!known) throw error;
    return ruleOf(known);
  }
}

const lockVersion = statement(
  { version: cell.integer },
  ({ table, id }: { table: string; id: string }) => sql`select version from ${sql.identifier(table)} where id = ${id}::uuid for update`,
  [{ table: 'items', id: '' }],
);
/** Reverts an import, newest change first. Rows edited since are kept and listed. @throws DomainError InUse, NotAllowed */
export async function revertImport(context: AppContext, actor: Actor, row: ImportRow, tx: Db): Promise<ImportError[]> {
  const changes = await tx.select().from(importChanges).where(eq(importChanges.importId, row.id)).orderBy(desc(importChanges.id));
  const errors: ImportError[] = [];
  for (const change of changes) {
    const entry = requireEntry(context.areas, change.area);
    requirePrivilege(actor, `${change.area}.${change.before === null ? 'create' : 'update'}`);
    if (entry.records) {
      const rule = await entry.records.takeBack({ tx, actor, id: change.rowId });
      if (rule) errors.push({ row: 0, column: '', rule, value: change.rowId });
      continue;
    }
    const table = sql.identifier(getTableName(entry.table));
    const current = await lockVersion.first(tx, { table: getTableName(entry.table), id: change.rowId });
    if (current?.version !== change.version) {
      errors.push({ row: 0, column: '', rule: 'changedSince', value: change.rowId });
      continue;
    }
    const { before, rowId: id } = change;
    const rows: RowContext = { tx, areas: context.areas, entry, actor };
    // Rows that must be retained are deleted (hidden) as by hand, with what belongs to them. Others are purged.
    if (before === null && entry.area.retained) await setDeleted(rows, id, true);
    else if (before === null)
      await guarded(rows, id, async () => {
        await entry.beforePurge?.({ tx, actor, id });
        await tx.execute(sql`delete from ${table} where id = ${id}::uuid`);
        return { id };
      });
    else {
      const rule = await writeBack(rows, id, { ...before, version: change.version });
      if (rule) errors.push({ row: 0, column: '', rule, value: id });
    }
  }
  await tx.delete(importChanges).where(eq(importChanges.importId, row.id));
  return errors;
}
