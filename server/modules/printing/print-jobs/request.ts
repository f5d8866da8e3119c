import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { JOB_MINUTES, NewJob, type PrintedBefore, paperOf } from '#contract/printing/jobs';
import { printJobs as area } from '#contract/printing/print-jobs';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { type Actor, requirePrivilege } from '../../../core/http/actor.ts';
import { type Areas, areaRow, type Values } from '../../../core/http/area.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { printJobs } from './table.ts';

type RequestedJob = z.output<typeof NewJob>;
/** What is printed: rows or typed records, their owner, and the subject by which duplicate prints are recognised. */
type Content = {
  document: DocumentName;
  ids: string[];
  records: Values[] | null;
  title: string;
  merchantId: string | null;
  subject: string;
};

const MOST_TITLES = 3;
const titleOf = (rows: readonly Values[]): string => {
  const names = rows.slice(0, MOST_TITLES).map((row) => String(row['rowTitle'] ?? ''));
  return (rows.length > MOST_TITLES ? [...names, `+${rows.length - MOST_TITLES}`] : names).join(', ').slice(0, 300);
};

/** Subject of a print: the id of a single row, or a hash of several ids in any order. */
const subjectOf = (document: string, ids: readonly string[]): string =>
  `${document}-${ids.length === 1 ? ids[0] : createHash('sha256').update(ids.toSorted().join()).digest('hex').slice(0, 32)}`;

/** Loads rows in the actor's scope. Rows outside it are not found. */
async function ofRows(tx: Db, areas: Areas, actor: Actor, document: DocumentName, wanted: readonly string[]): Promise<Content> {
  const { of } = DOCUMENTS[document];
  const entry = of === null ? undefined : areas.get(of);
  if (of === null || !entry) throw invalid([{ path: 'ids', rule: 'choice' }]);
  requirePrivilege(actor, `${of}.read`);
  const ids = [...new Set(wanted)];
  const rows = await selectRows(tx, areas, entry, actor, ids, { trash: false });
  if (rows.length < ids.length) throw new DomainError('NotFound');
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const ordered = ids.map((id) => byId.get(id) ?? {});
  const key = entry.area.merchant;
  const owners = new Set(rows.map((row) => (key === undefined ? null : key === 'id' ? row['id'] : (row[key] ?? null))));
  const [owner] = owners;
  return {
    document,
    ids,
    records: null,
    title: titleOf(ordered),
    merchantId: actor.merchantId ?? (owners.size === 1 ? ((owner ?? null) as string | null) : null),
    subject: subjectOf(document, ids),
  };
}

function ofRecords(actor: Actor, document: DocumentName, records: Values[]): Content {
  const faults = records.flatMap((record, i) =>
    (DOCUMENTS[document].schema.safeParse(record).error?.issues ?? []).map(({ path }) => ({
      path: ['records', i, ...path].join('.'),
      rule: 'shape',
    })),
  );
  if (faults.length > 0) throw invalid(faults.slice(0, 50));
  return { document, ids: [], records, title: '', merchantId: actor.merchantId, subject: `${document}-${randomUUID()}` };
}

async function ofJob(tx: Db, areas: Areas, actor: Actor, id: string): Promise<Content> {
  const entry = areas.get('printJobs');
  const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
  if (!row) throw new DomainError('NotFound');
  const { document, ids } = areaRow(area, row);
  // Checked again: the rows may have been deleted or moved to another owner.
  if (ids.length > 0) return ofRows(tx, areas, actor, document, ids);
  const [kept] = await tx
    .select({ records: printJobs.records, subject: printJobs.subject, title: printJobs.title, merchantId: printJobs.merchantId })
    .from(printJobs)
    .where(sql`${printJobs.id} = ${id}::uuid`);
  if (!kept) throw new DomainError('NotFound');
  return { document, ids, ...kept, records: kept.records as Values[] | null };
}

/** May have been printed: printed, in progress, or expired after it was sent to a printer. */
const MAYBE_PRINTED = sql`(j.state in ('queued', 'sent', 'unsure', 'printed') or (j.state = 'expired' and j.sent_at is not null))`;

const findPrinted = statement(
  { no: printJobs.no, state: printJobs.state, title: printJobs.title, at: cell.instant, by: orNull(cell.text) },
  ({
    merchantId,
    document,
    ids,
  }: {
    merchantId: string | null;
    document: string;
    ids: readonly string[];
  }) => sql`select j.no, j.state, j.title, coalesce(j.ended_at, j.sent_at, j.created_at) as at, case when ${merchantId}::uuid is null or u.merchant_id = ${merchantId}::uuid then u.name else '' end as by
      from print_jobs j left join users u on u.id = j.requested_by where j.document = ${document} and j.ids && ${uuids(ids)} and ${MAYBE_PRINTED} order by j.sort_at desc limit 1`,
);
const findOpen = statement(
  { id: printJobs.id },
  ({ subject, merchantId }: { subject: string; merchantId: string | null }) =>
    sql`select id from print_jobs where subject = ${subject} and state in ('queued', 'sent') and expires_at > now() and side_id is not distinct from ${merchantId}::uuid limit 1`,
);
const countOf = statement(
  { n: cell.integer },
  ({ subject }: { subject: string }) => sql`select count(*)::int as n from print_jobs where subject = ${subject}`,
);

async function printedBefore(tx: Db, actor: Actor, { document, ids }: Content): Promise<PrintedBefore | null> {
  const row = await findPrinted.first(tx, { merchantId: actor.merchantId, document, ids });
  return row && { printedBefore: true, ...row, by: row.by ?? '' };
}

/**
 * Creates the row of a print job before anything is drawn. If the same rows are already being printed, returns that job, so that two
 * clicks, two users or a lost answer print once.
 * @throws DomainError Duplicate with `PrintedBefore` if these rows were printed before and no reason is given
 */
export async function requestJob(tx: Db, areas: Areas, actor: Actor, requested: RequestedJob): Promise<string> {
  const content = requested.reprintOf
    ? await ofJob(tx, areas, actor, requested.reprintOf)
    : requested.ids
      ? await ofRows(tx, areas, actor, requested.document, requested.ids)
      : ofRecords(actor, requested.document, requested.records ?? []);
  if (requested.reprintOf && requested.reason === '') throw invalid([{ path: 'reason', rule: 'required' }]);
  // Prints of the same rows by other users count too, even if the actor may not see them.
  await becomeHouse(tx);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`print:${content.document}`}))`);
  const open = await findOpen.first(tx, { subject: content.subject, merchantId: actor.merchantId });
  if (open) return open.id;
  const before = requested.reason === '' && content.ids.length > 0 ? await printedBefore(tx, actor, content) : null;
  if (before) throw new DomainError('Duplicate', before);
  const { n } = await countOf.one(tx, { subject: content.subject });
  const [made] = await tx
    .insert(printJobs)
    .values({
      ...content,
      document: content.document as never,
      title: requested.title || content.title,
      key: `${content.subject}-${n + 1}`,
      locales: requested.locales,
      paper: paperOf(content.document),
      copies: requested.copies,
      reason: requested.reason,
      reprintOf: requested.reprintOf ?? null,
      printerId: requested.printerId,
      stationId: requested.stationId,
      requestedBy: actor.userId,
      sideId: actor.merchantId,
      holder: requested.client,
      expiresAt: sql`now() + make_interval(mins => ${JOB_MINUTES})` as never,
    })
    .returning({ id: printJobs.id });
  if (!made) throw new DomainError('NotFound');
  return made.id;
}
