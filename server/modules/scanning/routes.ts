import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Id } from '#contract/core/fields';
import { Profile, SCAN_BATCH, ScanAnswer, ScanBatch, type ScanCommandName } from '#contract/scanning/commands';
import { WaitingHere } from '#contract/scanning/waiting';
import { Work } from '#contract/scanning/work';
import type { Db } from '../../core/db/client.ts';
import { isPassing } from '../../core/db/retry.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { type Actor, isOutside } from '../../core/http/actor.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { actorOf, readOn } from '../../core/http/session.ts';
import { asHouse } from '../../core/http/write.ts';
import { users } from '../access/users/table.ts';
import { tasks } from '../orders/tasks/table.ts';
import { type Applied, applyBatch } from './apply.ts';
import { noteStationUser } from './rfid.ts';
import type { Sender } from './run.ts';
import { stations } from './stations/table.ts';
import { scanDevices } from './tables.ts';
import { readWaiting } from './waiting.ts';
import { readWork } from './work.ts';

const Station = { profile: Profile, stationId: Id };
/** Ids separated by commas. */
const Opened = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(z.array(Id).max(9));
const SenderIds = Opened.pipe(z.array(Id).min(1).max(9));
/** Who sends a return. Not part of the work, because a station stores no names. */
const ReturnSender = z.object({ id: Id, name: z.string(), city: z.string() });
const tags = ['scan'];

/** Scan commands after which a label is due or no longer needed. Labels that become due in another way are found within a minute. */
const LABELLED: readonly ScanCommandName[] = ['packSingle', 'packShort', 'closeParcel', 'swapLabel', 'undo'];

const findStation = statement(
  { id: stations.id, code: stations.code, placeId: stations.compartmentId, training: cell.boolean },
  ({
    stationId,
    userId,
  }: {
    stationId: string;
    userId: string;
  }) => sql`select id, code, compartment_id as "placeId", (select training from users where id = ${userId}::uuid) as training
          from stations where id = ${stationId}::uuid and deleted_at is null`,
);
const findSenders = statement(
  { id: tasks.id, name: cell.text, city: cell.text },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select id, consignor->>'name1' as name, consignor->>'city' as city
      from tasks where id = any(${uuids(ids)}) and kind = 'retour' and deleted_at is null`,
);
const findDevice = statement(
  { lastSeq: scanDevices.lastSeq },
  ({ id }: { id: string }) => sql`select last_seq from scan_devices where id = ${id}::uuid`,
);
const findAuthor = statement(
  { merchantId: users.merchantId, privileges: cell.texts },
  ({
    id,
  }: {
    id: string;
  }) => sql`select u.merchant_id, array(select p.key from roles r join privileges p on p.id = any(r.privilege_ids) where r.id = any(u.role_ids) and r.deleted_at is null) as privileges
      from users u where u.id = ${id}::uuid and u.deleted_at is null and u.disabled_at is null`,
);

/** The merchant whose work alone somebody sees and scans; null: all, for people of the house. Carriers and suppliers have none. */
function limitOf(actor: Actor): string | null {
  if (actor.merchantId === null && isOutside(actor)) throw new DomainError('NotAllowed', 'scans.create');
  return actor.merchantId;
}

/** Calls of the stations. All scans are booked through one call, so that one place ensures that each is booked once. */
export function scanRoutes(app: FastifyInstance, { db, jobs, log, measurements }: AppContext): void {
  app.post(
    '/v0/scan/events',
    { config: { access: 'privilege:scans.create' }, schema: { tags, body: ScanBatch, response: { 200: okSchema(ScanAnswer) } } },
    async (request) => {
      const batch = request.body as z.infer<typeof ScanBatch>;
      const actor = actorOf(request);
      if (new Set(batch.events.map(({ seq }) => seq)).size < batch.events.length) throw invalid([{ path: 'events', rule: 'duplicate' }]);
      const sender = {
        ...(await authorOf(db, actor, batch.authorId)),
        sentBy: actor.userId,
        merchantId: limitOf(actor),
      };
      const { stocked, ...answer } = await applied(request, batch, sender);
      if (stocked.length > 0) await jobs.send('tasks.allocate', { itemIds: stocked });
      if (batch.events.some(({ act }) => LABELLED.includes(act.do))) await jobs.send('parcels.label', {});
      for (const { outcome } of answer.verdicts) measurements.scan(outcome);
      return ok({ verdicts: answer.verdicts, lastSeq: answer.lastSeq });
    },
  );

  const onBug = (error: unknown) => log.error({ err: error }, 'a scan could not be booked');
  /** Applies the batch in one transaction. After repeated deadlocks it is applied scan by scan; failed attempts leave nothing behind. */
  async function applied(request: FastifyRequest, batch: ScanBatch, sender: Sender): Promise<Applied> {
    const actor = actorOf(request);
    const run = (events: ScanBatch['events'], savepoints = true) =>
      asHouse(db, actor, request.id, (tx) => applyBatch(tx, { ...batch, events }, sender, onBug, savepoints), { plansOnce: !savepoints });
    // Savepoints need two extra statements. Most batches are one scan that is booked, so the first attempt uses none. Its statements find
    // rows by id, so their plans do not depend on the values; planning took a fifth of PostgreSQL's time for a scan.
    if (batch.events.length === 1)
      try {
        return await run(batch.events, false);
      } catch {
        // The scan was refused or hit a deadlock. Nothing was stored; the second attempt finds out which.
      }
    try {
      return await run(batch.events);
    } catch (error) {
      if (!isPassing(error) || batch.events.length === 1) throw error;
    }
    const done: Applied = { verdicts: [], lastSeq: 0, stocked: [], touched: [] };
    for (const event of [...batch.events].sort((a, b) => a.seq - b.seq)) {
      const one = await run([event]);
      done.verdicts.push(...one.verdicts);
      done.lastSeq = one.lastSeq;
      done.stocked.push(...one.stocked);
      done.touched.push(...one.touched);
    }
    return done;
  }

  const station = async (request: FastifyRequest, stationId: string) => {
    const actor = actorOf(request);
    const row = await findStation.first(db, { stationId, userId: actor.userId });
    if (!row) throw new DomainError('NotFound', 'station');
    const { training, ...own } = row;
    return { station: own, training, merchantId: limitOf(actor) };
  };
  app.get(
    '/v0/scan/work',
    {
      config: { access: 'privilege:scans.create' },
      schema: { tags, querystring: z.object({ ...Station, opened: Opened }), response: { 200: okSchema(Work) } },
    },
    async (request) => {
      const { profile, stationId, opened } = request.query as { profile: Profile; stationId: string; opened: string[] };
      const where = await station(request, stationId);
      const actor = actorOf(request);
      // Tags of the house's readers are not sent to merchants who pack at a station of their own.
      if (!isOutside(actor)) await noteStationUser(db, stationId, actor.userId).catch(readOn);
      return ok(await readWork(db, { profile, opened, ...where }));
    },
  );
  app.get(
    '/v0/scan/waiting',
    {
      config: { access: 'privilege:scans.create' },
      schema: { tags, querystring: z.object({ profile: Profile }), response: { 200: okSchema(WaitingHere) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { profile } = request.query as { profile: Profile };
      return ok(await readWaiting(db, profile, limitOf(actor)));
    },
  );
  app.get(
    '/v0/scan/find',
    {
      config: { access: 'privilege:scans.create' },
      schema: { tags, querystring: z.object({ ...Station, code: z.string().trim().min(1).max(300) }), response: { 200: okSchema(Work) } },
    },
    async (request) => {
      const { profile, stationId, code } = request.query as { profile: Profile; stationId: string; code: string };
      return ok(await readWork(db, { profile, code, ...(await station(request, stationId)) }));
    },
  );
  app.get(
    '/v0/scan/senders',
    {
      config: { access: 'privilege:scans.create' },
      schema: { tags, querystring: z.object({ ids: SenderIds }), response: { 200: okSchema(z.array(ReturnSender)) } },
    },
    async (request) => {
      const { ids } = request.query as { ids: string[] };
      // Merchants who pack at a station of their own take no returns.
      if (isOutside(actorOf(request))) throw new DomainError('NotAllowed');
      return ok(await findSenders(db, { ids }));
    },
  );
  app.get(
    '/v0/scan/status',
    {
      config: { access: 'privilege:scans.create' },
      schema: {
        tags,
        querystring: z.object({ deviceId: Id }),
        response: { 200: okSchema(z.object({ lastSeq: z.int(), batch: z.int() })) },
      },
    },
    async (request) => {
      const row = await findDevice.first(db, { id: (request.query as { deviceId: string }).deviceId });
      return ok({ lastSeq: row?.lastSeq ?? 0, batch: SCAN_BATCH });
    },
  );
}

/**
 * The author of the scans: the sender, or a colleague whose queue was left on the device. Scans of an unknown author are stored under the
 * sender, as refused.
 */
async function authorOf(db: Db, actor: Actor, authorId: string): Promise<{ userId: string; mayScan: boolean }> {
  if (authorId === actor.userId) return { userId: authorId, mayScan: true };
  const author = await findAuthor.first(db, { id: authorId });
  if (!author || author.merchantId !== actor.merchantId) return { userId: actor.userId, mayScan: false };
  return { userId: authorId, mayScan: allows(new Set(author.privileges), 'scans.create') };
}
