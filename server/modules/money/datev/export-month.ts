import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { type AsyncZippable, zip } from 'fflate';
import { monthDays } from '#contract/money/accountant-exports';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { keepExport } from '../accountant-exports/keep-export.ts';
import { accountantExports } from '../accountant-exports/table.ts';
import { bookPeriods } from '../book-periods/table.ts';
import { batchFiles, unnumbered } from './batch-files.ts';
import { documentsZip } from './documents.ts';
import { readBatch, readKeys } from './read-batch.ts';

/** Hands the bookings of a month to the accountant. */

/** In threads of its own: the files of a large month take seconds. */
const compress = promisify(zip) as (files: AsyncZippable) => Promise<Uint8Array>;

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `accountantExports.refusals.${reason}`);
};

const findHouse = statement(
  { consultant: orNull(cell.text), client: orNull(cell.text), chart: orNull(cell.text) },
  () => sql`select (select value #>> '{}' from settings where key = 'datev.consultant' and deleted_at is null) as consultant,
    (select value #>> '{}' from settings where key = 'datev.client' and deleted_at is null) as client,
    (select value #>> '{}' from settings where key = 'datev.chart' and deleted_at is null) as chart`,
);
/** Locks the month, so that it can neither be closed nor booked into while it is handed over. */
const lockMonth = statement(
  { state: bookPeriods.state },
  ({ from }: { from: string }) => sql`select state from book_periods where month = ${from} for update`,
  [{ from: '2026-01-01' }],
);
const takeLines = statement(
  { taken: cell.integer },
  ({ batchId, from, to }: { batchId: string; from: string; to: string }) =>
    sql`select kontor_hand_over(${batchId}::uuid, ${from}::date, ${to}::date) as taken`,
  [{ batchId: '00000000-0000-7000-8000-000000000000', from: '2026-01-01', to: '2026-01-31' }],
);
const findPart = statement(
  { part: cell.integer },
  ({ from }: { from: string }) =>
    sql`select coalesce(max(part), 0) + 1 as part from accountant_exports where kind = 'datev' and first_day = ${from}`,
  [{ from: '2026-01-01' }],
);
const insertExport = statement(
  { id: accountantExports.id },
  ({ from, to, part, fixed }: { from: string; to: string; part: number; fixed: boolean }) =>
    sql`insert into accountant_exports (kind, first_day, last_day, part, fixed, made_by) values ('datev', ${from}, ${to}, ${part}, ${fixed}, kontor_actor()) returning id`,
  [{ from: '2026-01-01', to: '2026-01-31', part: 1, fixed: false }],
);
const writeCounts = command(
  ({ id, entries, rows, debit }: { id: string; entries: number; rows: number; debit: number }) =>
    sql`update accountant_exports set entries = ${entries}, rows = ${rows}, debit = ${debit} where id = ${id}::uuid`,
);

/** Numbers that DATEV gives: the consultant 1001 to 9999999, the client 1 to 99999. */
function datevNumbers({ consultant, client }: { consultant: string | null; client: string | null }): {
  consultant: number;
  client: number;
} {
  const numbers = { consultant: Number(consultant ?? 0), client: Number(client ?? 0) };
  const within = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;
  if (!within(numbers.consultant, 1001, 9_999_999) || !within(numbers.client, 1, 99_999)) refuse('numbersMissing');
  return numbers;
}

/** The accounts that a house begins with are of SKR03. What is no number of a chart is left out, so that the client's own one holds. */
const chartOf = (chart: string | null): string => (/^\d{2}$/.test(chart ?? '03') ? (chart ?? '03') : '');

/**
 * Makes an export of what was booked in a month and is in no export yet: a ZIP with the DATEV files and a package of documents. Two at once
 * are made one after the other; the second finds nothing left.
 * @param month any day of the month, YYYY-MM-DD
 * @returns the id of the export, and the numbers of documents without a PDF
 * @throws DomainError StateRefused `numbersMissing`, `nothingBooked`, `nothingNew` or `accountNumber`
 */
export async function exportMonth(tx: Db, config: Config, month: string): Promise<{ id: string; missing: string[] }> {
  const { from, to } = monthDays(month);
  const house = await findHouse.one(tx);
  const numbers = datevNumbers(house);
  const period = await lockMonth.first(tx, { from });
  if (!period) return refuse('nothingBooked');
  const { part } = await findPart.one(tx, { from });
  const fixed = period.state === 'closed';
  const { id } = await insertExport.one(tx, { from, to, part, fixed });
  const { taken } = await takeLines.one(tx, { batchId: id, from, to });
  if (taken === 0) refuse(part > 1 ? 'nothingNew' : 'nothingBooked');
  const entries = await readBatch(tx, id);
  if (unnumbered(entries)) refuse('accountNumber');
  const madeAt = new Date();
  const documents = await documentsZip(config, entries, madeAt);
  const batch = { from, to, part, fixed, madeAt, ...numbers, chart: chartOf(house.chart), linked: documents.kept };
  const { files, rows, debit } = await batchFiles(tx, batch, entries, await readKeys(tx));
  const zipped: AsyncZippable = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  // A package of PDFs is as small as it gets.
  if (documents.bytes)
    zipped[`Belege_${from.slice(0, 4)}${from.slice(5, 7)}${part > 1 ? `_${part}` : ''}.zip`] = [documents.bytes, { level: 0 }];
  await writeCounts(tx, { id, entries: entries.length, rows, debit });
  await keepExport(tx, config, {
    id,
    name: `DATEV_${from.slice(0, 7)}${part > 1 ? `_${part}` : ''}.zip`,
    bytes: Buffer.from(await compress(zipped)),
  });
  return { id, missing: documents.missing };
}
