import { sql } from 'drizzle-orm';
import { Zip, ZipDeflate } from 'fflate';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, type Statement, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { readHouse } from '../../printing/index.ts';
import { keepExport } from '../accountant-exports/keep-export.ts';
import { accountantExports } from '../accountant-exports/table.ts';
import { DTD, DTD_NAME, indexXml } from './index-xml.ts';
import { AUDIT_TABLES, type AuditPeriod, type AuditTable } from './tables.ts';

/** Makes the data medium for a tax audit (Z3): a ZIP of CSV files with index.xml. */

/** Rows read at once, so that a year of a large house does not stand in memory and other work of the process gets its turn. */
const BATCH = 1_000;
/** Days of the longest period: the ten years that books are kept (§ 147 Abs. 3 AO), with their leap days. */
const MOST_DAYS = 3653;

type Asked = AuditPeriod & { after: string };
/** Below every id of its type. */
const START = { uuid: '00000000-0000-0000-0000-000000000000', text: '', bigint: '-1' } as const;
const readerOf = ({ columns, rows, id, idType }: AuditTable): Statement<Asked, { id: string; cells: string[] }> =>
  statement(
    { id: cell.text, cells: cell.texts },
    ({ after, ...period }: Asked) =>
      sql`select (${id})::text as id, array[${sql.join(
        columns.map(({ value }) => value),
        sql`, `,
      )}]::text[] as cells ${rows(period)} and ${id} > ${after}::${sql.raw(idType)} order by ${id} limit ${BATCH}`,
    [{ from: '2026-01-01', to: '2026-12-31', after: START[idType] }],
  );
const STATEMENTS = AUDIT_TABLES.map((table) => ({ table, read: readerOf(table) }));

const insertExport = statement(
  { id: accountantExports.id },
  ({
    from,
    to,
    rows,
  }: AuditPeriod & { rows: number }) => sql`insert into accountant_exports (kind, first_day, last_day, rows, entries, debit, made_by)
      select 'audit', ${from}, ${to}, ${rows}, count(distinct t.entry_id), coalesce(sum(t.base) filter (where t.base > 0), 0), kontor_actor()
      from transactions t where t.booked_on between ${from} and ${to} returning id`,
  [{ from: '2026-01-01', to: '2026-12-31', rows: 1 }],
);

const quoted = (value: string): string => `"${value.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`;
/** Numbers stand bare; texts and days are quoted. */
function lineOf({ columns }: AuditTable, cells: readonly string[]): string {
  return `${cells.map((value, i) => (columns[i]?.kind === 'money' || columns[i]?.kind === 'number' ? value : quoted(value))).join(';')}\r\n`;
}

/** Adds files to a ZIP piece by piece. */
function zipper() {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  return {
    add(name: string): { write: (text: string) => void; end: () => void } {
      const file = new ZipDeflate(name);
      zip.add(file);
      return { write: (text) => file.push(Buffer.from(text)), end: () => file.push(new Uint8Array(), true) };
    },
    finish(): Buffer {
      zip.end();
      return Buffer.concat(chunks);
    },
  };
}

async function writeTable(
  tx: Db,
  { table, read }: (typeof STATEMENTS)[number],
  period: AuditPeriod,
  out: { write: (text: string) => void },
): Promise<number> {
  out.write(`${table.columns.map(({ name }) => quoted(name)).join(';')}\r\n`);
  let after: string = START[table.idType];
  let count = 0;
  for (;;) {
    const rows = await read(tx, { ...period, after });
    if (rows.length > 0) out.write(rows.map(({ cells }) => lineOf(table, cells)).join(''));
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return count;
  }
}

/**
 * Makes the export of a period. Tables are read one after the other, so an open month may change meanwhile; a closed one cannot.
 * @returns the id of the export
 * @throws DomainError StateRefused `tooLong`
 */
export async function exportAudit(tx: Db, config: Config, period: AuditPeriod): Promise<string> {
  if ((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 > MOST_DAYS)
    throw new DomainError('StateRefused', 'accountantExports.refusals.tooLong');
  const house = await readHouse(tx);
  const zip = zipper();
  let rows = 0;
  for (const one of STATEMENTS) {
    const file = zip.add(one.table.file);
    rows += await writeTable(tx, one, period, file);
    file.end();
  }
  for (const [name, content] of [
    ['index.xml', indexXml(AUDIT_TABLES, period, { name: house.name, city: house.address.city })],
    [DTD_NAME, DTD],
  ] as const) {
    const file = zip.add(name);
    file.write(content);
    file.end();
  }
  const { id } = await insertExport.one(tx, { ...period, rows });
  await keepExport(tx, config, { id, name: `GoBD_${period.from}_${period.to}.zip`, bytes: zip.finish() });
  return id;
}
