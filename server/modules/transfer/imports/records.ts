import type { FieldError } from '#contract/core/envelope';
import type { ImportError } from '#contract/transfer/imports';
import { requirePrivilege } from '../../../core/http/actor.ts';
import type { RecordImport, Values } from '../../../core/http/area.ts';
import { DomainError, toDomainError } from '../../../core/http/errors.ts';
import type { RowContext } from '../../../core/http/rows.ts';
import type { Sheet } from '../../../core/spreadsheet/read-sheet.ts';
import { type Outcome, type Plan, placed, type ReferenceCache, RowErrors, refusal, valuesOf } from './rows.ts';

/** A row with its number in the file. */
export type FileRow = { cells: string[]; number: number };

const LINE = 'lines.';
const columnOf = (mapping: Plan['mapping'], field: string): string | undefined =>
  Object.entries(mapping).find(([, target]) => target === field)?.[0];

/** Groups rows by the text of the `by` column, in file order. A row without a value is a group of its own. */
export function recordsOf({ rows, numbers, columns }: Sheet, mapping: Plan['mapping'], by: string | undefined): FileRow[][] {
  const all = rows.map((cells, i): FileRow => ({ cells, number: numbers[i] ?? i + 2 }));
  const at = by === undefined ? -1 : columns.indexOf(columnOf(mapping, by) ?? '');
  const groups = new Map<string, FileRow[]>();
  for (const row of all) {
    const name = row.cells[at]?.trim() || `\n${row.number}`;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups.values()];
}

const part = (mapping: Plan['mapping'], lines: boolean): Plan['mapping'] =>
  Object.fromEntries(
    Object.entries(mapping)
      .filter(([, target]) => target.startsWith(LINE) === lines)
      .map(([column, target]) => [column, lines ? target.slice(LINE.length) : target]),
  );

/** Head cells from the first rows that have them. A later row with another value is an error, because the record would be ambiguous. */
function headOf({ columns }: Plan, mapping: Plan['mapping'], rows: readonly FileRow[]): { cells: string[]; errors: ImportError[] } {
  const errors: ImportError[] = [];
  const cells = columns.map((column, i) => {
    const filled = rows.filter((row) => (row.cells[i] ?? '').trim() !== '');
    const first = filled[0]?.cells[i] ?? '';
    if (mapping[column])
      for (const { cells: own, number } of filled)
        if ((own[i] ?? '').trim() !== first.trim()) errors.push({ row: number, column, rule: 'differsInRecord', value: own[i] ?? '' });
    return first;
  });
  return { cells, errors };
}

async function collect<T>(row: number, errors: ImportError[], read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RowErrors)) throw error;
    errors.push(...error.errors.map((one) => ({ row, ...one })));
    return null;
  }
}

/** Position of a fault in the file: of a line on its own row, of the head on the record's first row. */
function place(plan: Plan, rows: readonly FileRow[], fault: FieldError): ImportError {
  const [, n, name] = /^lines\.(\d+)\.(.+)$/.exec(fault.path) ?? [];
  const row = rows[Number(n ?? 0)] ?? rows[0];
  const path = name === undefined ? fault.path : LINE + name;
  return { row: row?.number ?? 0, ...placed(plan, row?.cells ?? [], { ...fault, path }) };
}

/** Imports one record in a savepoint. A refusal names row and column, has no effect and does not stop the import. */
export async function importRecord(
  context: RowContext,
  plan: Plan,
  importer: RecordImport,
  rows: readonly FileRow[],
  cache: ReferenceCache,
): Promise<Outcome | ImportError[]> {
  const { mask, mapping, merchantId } = plan;
  const headPlan = { ...plan, mapping: part(mapping, false) };
  const linePlan = { ...plan, mask: { ...mask, fields: mask.import?.lines ?? {} }, mapping: part(mapping, true) };
  const head = headOf(plan, headPlan.mapping, rows);
  const errors = head.errors;
  try {
    requirePrivilege(context.actor, `${context.entry.area.name}.create`);
    return await context.tx.transaction(async (inner) => {
      const inside = { ...context, tx: inner };
      const values = await collect(rows[0]?.number ?? 0, errors, () => valuesOf(inside, headPlan, head.cells, cache));
      const lines: Values[] = [];
      for (const { cells, number } of rows)
        lines.push((await collect(number, errors, () => valuesOf(inside, linePlan, cells, cache))) ?? {});
      if (errors.length > 0 || values === null) throw new RowErrors([]);
      const merchant = context.entry.area.merchant;
      const owner = merchant && (context.actor.merchantId ?? values[merchant] ?? merchantId);
      const { id, created } = await importer.book({
        tx: inside.tx,
        actor: context.actor,
        head: { ...values, ...(merchant ? { [merchant]: owner } : {}) },
        lines,
      });
      return { action: created ? 'created' : 'unchanged', id, before: null, version: 1 };
    });
  } catch (error) {
    cache.clear();
    if (error instanceof RowErrors) return errors;
    const known: DomainError | null = toDomainError(error);
    if (!known) throw error;
    if (Array.isArray(known.data)) return (known.data as FieldError[]).map((fault) => place(plan, rows, fault));
    return [{ row: rows[0]?.number ?? 0, ...refusal(known) }];
  }
}
