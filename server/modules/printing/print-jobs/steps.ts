import { type SQL, sql } from 'drizzle-orm';
import { ANSWER_MINUTES, JOB_MINUTES, type JobState, mayStep, type PrintJob, statesBefore } from '#contract/printing/jobs';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { liveEvent } from '../../../core/db/tables.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Areas } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { printJobs } from './table.ts';

/** Only users on the requester's side may advance a job: a merchant's label is never printed by the house, nor the reverse. */
async function found(tx: Db, areas: Areas, actor: Actor, id: string): Promise<void> {
  const entry = areas.get('printJobs');
  const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
  if (!row) throw new DomainError('NotFound');
  await becomeHouse(tx);
}

export async function readJob(tx: Db, areas: Areas, actor: Actor, id: string, client: string): Promise<PrintJob> {
  await found(tx, areas, actor, id);
  const [row] = await tx.select().from(printJobs).where(sql`${printJobs.id} = ${id}::uuid`);
  if (!row) throw new DomainError('NotFound');
  return {
    ...row,
    records: row.records as PrintJob['records'],
    held: row.holder === null ? 'nobody' : row.holder === client ? 'mine' : 'other',
  };
}

type Move = { id: string; side: string | null; from: readonly JobState[]; holder: SQL; set: SQL };
const moveJob = statement(
  { id: printJobs.id },
  ({
    id,
    side,
    from,
    holder,
    set,
  }: Move) => sql`update print_jobs set ${set} where id = ${id}::uuid and side_id is not distinct from ${side}::uuid and ${holder}
      and state in (${sql.join(
        from.map((state) => sql`${state}`),
        sql`, `,
      )}) returning id`,
  [{ id: '', side: null, from: ['queued'], holder: sql`holder is null`, set: sql`state = 'sent'` }],
);
/**
 * Moves a job to another state if it is in an allowed state and held by this browser. Returns whether it did. All state changes use this
 * statement.
 */
const move = async (tx: Db, actor: Actor, id: string, from: readonly JobState[], holder: SQL, set: SQL): Promise<boolean> =>
  (await moveJob.first(tx, { id, side: actor.merchantId, from, holder, set })) !== null;

const isMine = (client: string): SQL => sql`holder = ${client}`;
const refuse = (job: PrintJob, key: string): never => {
  throw new DomainError('StateRefused', job.held === 'mine' ? `printJobs.refusals.${key}` : 'printJobs.refusals.taken');
};

/** Claims a job for one browser. Claiming it again has no effect. @throws DomainError StateRefused `taken` */
export async function claimJob(tx: Db, areas: Areas, actor: Actor, id: string, client: string, agent: string): Promise<PrintJob> {
  await found(tx, areas, actor, id);
  const won = await move(
    tx,
    actor,
    id,
    ['queued'],
    sql`(holder is null or holder = ${client}) and expires_at > now()`,
    sql`holder = ${client}, agent = ${agent}`,
  );
  const job = await readJob(tx, areas, actor, id, client);
  return won ? job : refuse(job, 'over');
}

/** Releases a job that was not printed yet and offers it to everybody on the requester's side. */
export async function offerJob(tx: Db, areas: Areas, actor: Actor, id: string, client: string): Promise<PrintJob> {
  await found(tx, areas, actor, id);
  const free = await move(tx, actor, id, ['queued'], sql`(holder = ${client} or holder is null)`, sql`holder = null, agent = ''`);
  const job = await readJob(tx, areas, actor, id, client);
  if (!free) return refuse(job, 'over');
  const { printerId, stationId, title, no, document } = job;
  await tx.insert(liveEvent).values({
    kind: 'print',
    area: 'printJobs',
    rowId: id,
    merchantId: actor.merchantId,
    payload: { type: 'job', job: { id, no, title, document, printerId, stationId } },
  });
  return job;
}

type Sent = { client: string; agent: string; pages: number };

/**
 * The job was sent to a printer and may have been printed. Repeating it only renews the signature. @throws DomainError StateRefused
 * `taken`, `over`
 */
export async function sentJob(tx: Db, areas: Areas, actor: Actor, id: string, { client, agent, pages }: Sent): Promise<PrintJob> {
  await found(tx, areas, actor, id);
  const moved = await move(
    tx,
    actor,
    id,
    statesBefore('sent'),
    isMine(client),
    sql`state = 'sent', sent_at = coalesce(sent_at, now()), agent = ${agent}, pages = ${pages}, error = '', expires_at = now() + make_interval(mins => ${ANSWER_MINUTES})`,
  );
  const job = await readJob(tx, areas, actor, id, client);
  return moved ? job : refuse(job, 'over');
}

type End = { client: string; result: 'printed' | 'refused' | 'failed' | 'unsure'; error: string };
const ENDS = { printed: 'printed', refused: 'queued', failed: 'failed', unsure: 'unsure' } as const;

/** Records the result of a job. Repeating it changes nothing. @throws DomainError StateRefused `taken`, `over` */
export async function endJob(tx: Db, areas: Areas, actor: Actor, id: string, { client, result, error }: End): Promise<PrintJob> {
  await found(tx, areas, actor, id);
  const to = ENDS[result];
  const set =
    result === 'refused'
      ? sql`state = 'queued', sent_at = null, error = ${error}, expires_at = now() + make_interval(mins => ${JOB_MINUTES})`
      : sql`state = ${to}, ended_at = case when ${to} = 'unsure' then null else now() end, error = ${error}`;
  const moved = await move(tx, actor, id, statesBefore(to), isMine(client), set);
  const job = await readJob(tx, areas, actor, id, client);
  return moved || (job.held === 'mine' && job.state === to) ? job : refuse(job, mayStep(job.state, to) ? 'taken' : 'over');
}

/**
 * A user reports the result of a job in state `unsure`: it was printed, or it was not and may be printed again under another key. Allowed
 * from any computer of the requester's side. @throws DomainError StateRefused `over` if the result is already known
 */
export async function answerJob(tx: Db, areas: Areas, actor: Actor, id: string, client: string, cameOut: boolean): Promise<PrintJob> {
  await found(tx, areas, actor, id);
  const to = cameOut ? 'printed' : 'failed';
  const moved = await move(tx, actor, id, ['unsure'], sql`true`, sql`state = ${to}, ended_at = now(), error = ${cameOut ? '' : 'NotOut'}`);
  const job = await readJob(tx, areas, actor, id, client);
  if (!moved && job.state !== to) throw new DomainError('StateRefused', 'printJobs.refusals.over');
  return job;
}

/**
 * Ends jobs without a result in time: never sent to a printer (`expired`), or sent without an answer (`unsure`). Runs as a background job
 * on one node.
 */
export const expireJobs = command(
  () => sql`update print_jobs set state = case when state = 'sent' then 'unsure' else 'expired' end, ended_at = case when state = 'sent' then null else now() end
      where state in ('queued', 'sent') and expires_at < now()`,
);
