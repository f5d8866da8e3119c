import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { ListEnvelope } from '#contract/core/envelope';
import type { Locale } from '#contract/core/limits';
import type { Mask } from '#contract/core/mask';
import type { Filter, ListQuery } from '#contract/core/query';
import { EXPORT_HOURS } from '#contract/transfer/exports';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { ServerArea, Values } from '../../../core/http/area.ts';
import { type Cell, cellSources, exportCell, exportHead, safeText } from '../../../core/http/cells.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { selectList, selectRows } from '../../../core/http/select.ts';
import { signedLink } from '../../../core/http/signed-link.ts';
import { asActor } from '../../../core/http/write.ts';
import { type SpreadsheetWriter, writeSpreadsheet } from '../../../core/spreadsheet/spreadsheet.ts';
import { securityEvent } from '../../access/index.ts';
import { exports } from './table.ts';

export type StoredActor = Omit<Actor, 'privileges'> & { privileges: string[] };
export type ExportRequest = {
  mask: Mask;
  fields: string[];
  q: string;
  s: string | null;
  filters: Filter[];
  ids: string[] | null;
  locale: Locale;
  trash: boolean;
  actor: StoredActor;
};

export const exportPath = (config: Config, id: string): string => join(config.KONTOR_DATA, 'exports', id);

const KEPT_SECONDS = EXPORT_HOURS * 3600;

/** Removes files of this node that are no longer available, and says so in the list of exports. */
export async function removeOldExports(db: Db, config: Config): Promise<void> {
  await db
    .update(exports)
    .set({ state: 'expired', link: null })
    .where(sql`${exports.state} = 'done' and ${exports.availableUntil} < now()`);
  const folder = exportPath(config, '');
  for (const name of await readdir(folder).catch(() => [])) {
    const info = await stat(join(folder, name)).catch(() => null);
    if (info && info.mtimeMs < Date.now() - KEPT_SECONDS * 1000) await rm(join(folder, name), { force: true });
  }
}

/** Milliseconds between progress updates; each also checks for cancellation. */
const REPORT_EVERY = 250;
/** Rows per page. Small, so that other requests run in between (reliability.md P16). */
const PAGE = 250;

/** Pages of the filtered rows in list order, by cursor, with only the columns that the cells need. */
async function* pages(
  context: AppContext,
  entry: ServerArea,
  request: ExportRequest,
  only: readonly string[],
): AsyncGenerator<{ rows: Values[]; total: number }> {
  const actor: Actor = { ...request.actor, privileges: new Set(request.actor.privileges), locale: request.locale };
  if (request.ids) {
    for (let at = 0; at < request.ids.length; at += PAGE) {
      const ids = request.ids.slice(at, at + PAGE);
      yield {
        rows: await asActor(context.db, actor, 'export', (tx) => selectRows(tx, context.areas, entry, actor, ids, { only })),
        total: request.ids.length,
      };
    }
    return;
  }
  let cursor: string | null = null;
  let total: number | null = null;
  do {
    const query: ListQuery & { trash: boolean } = {
      limit: PAGE,
      cursor,
      search: request.q,
      sort: request.s,
      back: false,
      filters: request.filters,
      trash: request.trash,
    };
    const lean = { only, counted: total === null };
    const page: ListEnvelope<Values> = await asActor(context.db, actor, 'export', (tx) =>
      selectList(tx, context.areas, entry, actor, query, lean),
    );
    total ??= page.total;
    yield { rows: page.data, total };
    cursor = page.next;
  } while (cursor);
}

const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  return `"${safeText(cell).replaceAll('"', '""')}"`;
};

/** Runs one export. Another request may cancel it. An incomplete file never gets a link. */
export async function runExport(context: AppContext, id: string): Promise<void> {
  const { db, config, areas } = context;
  const [row] = await db
    .update(exports)
    .set({ state: 'running', done: 0 })
    .where(sql`${exports.id} = ${id} and ${exports.state} in ('queued', 'running')`)
    .returning();
  if (!row) return;
  const request = row.request as ExportRequest;
  const entry = areas.get(request.mask.area);
  const fields = request.fields
    .map((name) => ({ name, spec: request.mask.fields[name] }))
    .filter((field): field is { name: string; spec: NonNullable<typeof field.spec> } => field.spec !== undefined);
  const path = exportPath(config, id);
  const wanted = sql`${exports.id} = ${id} and ${exports.state} = 'running'`;
  let file: FileHandle | null = null;
  let sheet: SpreadsheetWriter | null = null;
  /** Removes the partial file, which would keep a full disk full. */
  const giveUp = async (): Promise<void> => {
    await Promise.allSettled([file?.close(), sheet?.drop()]);
    await rm(`${path}.part`, { force: true });
  };
  try {
    if (!entry) throw new Error(`unknown area "${request.mask.area}"`);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    const header = fields.map(({ spec }) => exportHead(spec, request.locale));
    const cellsOf = (values: Values): Cell[] => fields.map(({ name, spec }) => exportCell(name, spec, values, request.locale));
    const only = cellSources(Object.fromEntries(fields.map(({ name, spec }) => [name, spec])));
    if (row.format === 'csv') file = await open(`${path}.part`, 'w', 0o600);
    else sheet = writeSpreadsheet({ sheet: 'Kontor', head: header });
    // With a byte order mark, spreadsheet programs read the file as UTF-8.
    await file?.write(`\ufeff${header.map(csvCell).join(',')}\r\n`);
    let done = 0;
    let reportedAt = 0;
    for await (const { rows, total } of pages(context, entry, request, only)) {
      const cells = rows.map(cellsOf);
      sheet?.add(cells);
      await file?.write(cells.map((line) => `${line.map(csvCell).join(',')}\r\n`).join(''));
      done += rows.length;
      if (performance.now() < reportedAt + REPORT_EVERY) continue;
      reportedAt = performance.now();
      const [still] = await db
        .update(exports)
        .set({ done, total: Math.max(total, done) })
        .where(wanted)
        .returning({ id: exports.id });
      if (!still) {
        await giveUp();
        return;
      }
    }
    await file?.close();
    if (sheet) await writeFile(`${path}.part`, await sheet.end(), { mode: 0o600 });
    await rename(`${path}.part`, path);
    const [kept] = await db
      .update(exports)
      .set({
        state: 'done',
        done,
        total: done,
        link: signedLink(config, 'export', id, KEPT_SECONDS),
        availableUntil: sql`now() + make_interval(secs => ${KEPT_SECONDS})`,
      })
      .where(wanted)
      .returning({ id: exports.id });
    // Cancelled after the last row.
    if (!kept) return await rm(path, { force: true });
    const { userId, account } = request.actor;
    await securityEvent(db, 'rows.exported', { userId, account, detail: `${request.mask.key} ${row.format}: ${done} rows` });
  } catch (error) {
    context.log.error({ err: error, export: id }, 'export failed');
    await giveUp();
    await db.update(exports).set({ state: 'failed' }).where(eq(exports.id, id));
  }
}
