import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Locale } from '#contract/core/limits';
import { CLOCK_ACTS, type ClockAct } from '#contract/office/attendances';
import type { Db } from '../../core/db/client.ts';
import { isPassing } from '../../core/db/retry.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { DomainError, toDomainError } from '../../core/http/errors.ts';
import { textIn } from '../../core/http/texts.ts';
import { clockByReader, holderOfTag } from '../office/index.ts';

/** A tag clocks again after it was away from every reader of the time clock for this many seconds. */
const AWAY_SECONDS = 60;
/** Milliseconds by which the clock of a reader may be ahead of the server's. */
const AHEAD = 60_000;
/** The log of reads keeps a read for a day. An older read cannot be told from its repetition. */
const LATEST = 24 * 60 * 60_000;

/** What one tag did at the time clock. */
export const Clocked = z.object({
  tag: z.string(),
  outcome: z.enum(['counted', 'again', 'refused']),
  /** What was recorded; null if nothing was. */
  act: z.enum(CLOCK_ACTS).nullable(),
  /** The refusal as a sentence in the language that the reader asks for; empty if there is none. */
  text: z.string(),
});
type Clocked = z.infer<typeof Clocked>;
type Reads = { reader: string; tags: readonly string[]; at?: string | undefined };

const findNear = statement(
  { isNear: cell.boolean },
  ({ tag, at }: { tag: string; at: string }) => sql`select exists (select from rfid_reads where lower(tag) = lower(${tag})
    and clocked_at > ${at}::timestamptz - make_interval(secs => ${AWAY_SECONDS}) and clocked_at < ${at}::timestamptz + make_interval(secs => ${AWAY_SECONDS})) as is_near`,
);
const noteClocked = command(
  ({
    reader,
    tag,
    at,
  }: {
    reader: string;
    tag: string;
    at: string;
  }) => sql`insert into rfid_reads (reader, tag, seen_at, event_at, clocked_at)
    values (${reader}, ${tag}, now(), now(), ${at}::timestamptz)
    on conflict (reader, tag) do update set seen_at = now(), event_at = now(), refusal = '', clocked_at = greatest(rfid_reads.clocked_at, excluded.clocked_at)`,
);
const insertRefused = command(
  ({
    reader,
    tag,
    refusal,
  }: {
    reader: string;
    tag: string;
    refusal: string;
  }) => sql`insert into rfid_reads (reader, tag, seen_at, event_at, refusal)
    values (${reader}, ${tag}, now(), now(), ${refusal})
    on conflict (reader, tag) do update set seen_at = now(), event_at = now(), refusal = excluded.refusal`,
);

/** One tag once, whatever its letters. Sorted, so that two calls do not wait for each other. */
const single = (tags: readonly string[]): string[] =>
  [...new Map(tags.map((tag) => [tag.toLowerCase(), tag] as const))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);

/** Stores in the log of reads that tags were refused, and nothing else. */
export async function noteRefused(db: Db, { reader, tags }: Reads, refusal: string): Promise<void> {
  for (const tag of single(tags)) await insertRefused(db, { reader, tag, refusal });
}

/** The time of a read. @throws DomainError StateRefused if it lies in the future, or is older than the log */
function timeOf(at: string | undefined): string {
  const now = Date.now();
  const read = at === undefined ? now : Date.parse(at);
  if (read > now + AHEAD) throw new DomainError('StateRefused', 'attendances.refusals.readAhead');
  if (read < now - LATEST) throw new DomainError('StateRefused', 'attendances.refusals.readTooLate');
  return new Date(Math.min(read, now)).toISOString();
}

/** Clocks the holder of a tag. Null: the tag was read a moment ago, at this reader or another. */
async function clockTag(tx: Db, { reader, at: readAt }: Reads, tag: string): Promise<ClockAct | null> {
  const userId = await holderOfTag(tx, tag);
  // After the wait for other reads of this person, so that a read is not earlier than what was recorded meanwhile.
  const at = timeOf(readAt);
  const { isNear } = await findNear.one(tx, { tag, at });
  const act = isNear ? null : await clockByReader(tx, userId, { reader, at });
  await noteClocked(tx, { reader, tag, at });
  return act;
}

/** Clocks the holders of tags. A refused tag does not affect the others: each has a savepoint of its own. */
export async function clockReads(tx: Db, reads: Reads, locale: Locale): Promise<Clocked[]> {
  const clocked: Clocked[] = [];
  for (const tag of single(reads.tags))
    try {
      const act = await tx.transaction((inner) => clockTag(inner, reads, tag));
      clocked.push({ tag, outcome: act === null ? 'again' : 'counted', act, text: '' });
    } catch (error) {
      const known = isPassing(error) ? null : toDomainError(error);
      if (known?.code !== 'StateRefused') throw error;
      const refusal = typeof known.data === 'string' ? known.data : 'common.errors.StateRefused';
      await insertRefused(tx, { reader: reads.reader, tag, refusal });
      clocked.push({ tag, outcome: 'refused', act: null, text: textIn(locale, refusal) });
    }
  return clocked;
}
