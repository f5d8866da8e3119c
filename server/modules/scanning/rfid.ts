import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { READER_SCOPE } from '#contract/access/oauth-clients';
import { Instant, Line } from '#contract/core/fields';
import type { RfidEvent } from '#contract/core/live';
import { spokenOf } from '#contract/core/locale';
import type { Db } from '../../core/db/client.ts';
import { command, orNull, statement } from '../../core/db/statement.ts';
import { textArray } from '../../core/db/text-array.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { write } from '../../core/http/write.ts';
import { basicCredentials, requireHouseClient } from '../access/index.ts';
import { Clocked, clockReads, noteRefused } from './rfid-clock.ts';
import { stations } from './stations/table.ts';
import { rfidReads, stationUsers } from './tables.ts';

/** A tag on the reader is read several times a second. It counts as a new event after it was away for this many seconds. */
const AWAY_SECONDS = 5;
/** Hours after which a user who was last seen at a station no longer counts as working there. */
const AT_WORK_HOURS = 12;
const NOT_PAIRED = 'stations.refusals.readerNotPaired';

const Reads = z.strictObject({
  reader: Line(60, 1),
  tags: z.array(Line(128, 1)).min(1).max(200),
  /** When the tags were read, from a reader of the time clock that was offline. Stations do not use it. */
  at: Instant.optional(),
});
const Answer = z.object({
  /** Tags that count as a new event; the others were read a moment ago. */ tags: z.array(z.string()),
  heard: z.boolean(),
  /** What the reads did, from a reader of the time clock. */ clocked: z.array(Clocked).optional(),
});

const writeStationUser = command(
  ({
    stationId,
    userId,
  }: {
    stationId: string;
    userId: string;
  }) => sql`insert into station_users (station_id, user_id) values (${stationId}::uuid, ${userId}::uuid)
    on conflict (station_id) do update set user_id = excluded.user_id, seen_at = now()
    where station_users.user_id <> excluded.user_id or station_users.seen_at < now() - interval '30 seconds'`,
);

/** Records who works at a station, at most twice a minute. Tags read by its reader are sent to that user. */
export const noteStationUser = (db: Db, stationId: string, userId: string): Promise<unknown> => writeStationUser(db, { stationId, userId });

type Read = { reader: string; tags: readonly string[] };
const insertReads = statement(
  { tag: rfidReads.tag },
  ({ reader, tags }: Read) => sql`insert into rfid_reads (reader, tag, seen_at, event_at)
    select ${reader}, t, now(), now() from unnest(${textArray(tags)}) with ordinality o(t, i) order by i
    on conflict (reader, tag) do update set seen_at = now(), event_at = now() where rfid_reads.seen_at < now() - make_interval(secs => ${AWAY_SECONDS})
    returning tag`,
  [{ reader: '', tags: [''] }],
);
const touchReads = command(
  ({
    reader,
    tags,
  }: Read) => sql`with known as (select tag from rfid_reads where reader = ${reader} and tag = any(${textArray(tags)}) order by tag for update)
    update rfid_reads r set seen_at = greatest(r.seen_at, now()) from known where r.reader = ${reader} and r.tag = known.tag`,
  [{ reader: '', tags: [''] }],
);
/** The station of a reader and the user who works there now, by the last request for work. */
const findStation = statement(
  { id: stations.id, readerUse: stations.readerUse, userId: orNull(stationUsers.userId) },
  ({
    reader,
  }: {
    reader: string;
  }) => sql`select s.id, s.reader_use, u.user_id from stations s left join station_users u on u.station_id = s.id
      and u.seen_at > now() - make_interval(hours => ${AT_WORK_HOURS})
      and not exists (select from station_users later where later.user_id = u.user_id and later.seen_at > u.seen_at)
    where s.reader = ${reader} and s.active and s.deleted_at is null`,
);

/**
 * Returns the tags that were away long enough to count as a new event. The first statement writes only their rows and waits for concurrent
 * writers of the same tag, so that only one of several simultaneous calls gets it as new. The second statement updates the time of the
 * others.
 */
async function freshTags(tx: Db, reader: string, tags: readonly string[]): Promise<string[]> {
  // Sorted, so that two calls cannot deadlock.
  const all = [...new Set(tags)].sort();
  const fresh = (await insertReads(tx, { reader, tags: all })).map(({ tag }) => tag);
  if (fresh.length < all.length) await touchReads(tx, { reader, tags: all });
  return fresh;
}

const insertEvent = command(
  ({ userId, payload }: { userId: string; payload: string }) =>
    sql`insert into live_event (kind, user_id, payload) values ('rfid', ${userId}::uuid, ${payload}::jsonb)`,
);

/** RFID readers of the house. A read tag is sent to the user who works at the reader's station; at the time clock it clocks its holder. */
export function rfidRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/rfid',
    { config: { access: 'public', cost: 'program' }, schema: { tags: ['scan'], body: Reads, response: { 200: okSchema(Answer) } } },
    async (request) => {
      const credentials = basicCredentials(request.headers.authorization) ?? { clientId: '', secret: '' };
      const program = await requireHouseClient(db, { ...credentials, ip: request.ip }, READER_SCOPE);
      const reads = request.body as z.output<typeof Reads>;
      const { reader, tags } = reads;
      const take = async (tx: Db) => {
        const station = await findStation.first(tx, { reader });
        if (!station) throw new DomainError('NotFound', NOT_PAIRED);
        if (station.readerUse === 'clock') {
          const clocked = await clockReads(tx, reads, spokenOf((request.headers['accept-language'] ?? '').split(',')) ?? program.locale);
          return ok({ tags: clocked.flatMap(({ tag, outcome }) => (outcome === 'counted' ? [tag] : [])), heard: true, clocked });
        }
        const { userId } = station;
        // No user at the station: the reads are not stored, and the tags are new events for the next user.
        if (userId === null) return ok({ tags: [], heard: false });
        const fresh = await freshTags(tx, reader, tags);
        if (fresh.length > 0) {
          const payload: RfidEvent = { reader, stationId: station.id, tags: fresh };
          await insertEvent(tx, { userId, payload: JSON.stringify(payload) });
        }
        return ok({ tags: fresh, heard: true });
      };
      return write(db, request, program, take, { house: true }).catch(async (error: unknown) => {
        // The refusal took back what was written, so the log is written after it.
        if (error instanceof DomainError && error.data === NOT_PAIRED) await noteRefused(db, reads, NOT_PAIRED);
        throw error;
      });
    },
  );
}
