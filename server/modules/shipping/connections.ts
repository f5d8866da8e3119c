import { sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import type { Db } from '../../core/db/client.ts';
import { command, type Row, statement } from '../../core/db/statement.ts';
import { textIn } from '../../core/http/texts.ts';
import { notify, peopleOfRole, textFor } from '../support/index.ts';
import { carriers } from './carriers/table.ts';

/**
 * The connection to a carrier. When the carrier refuses our key, the connection pauses until a person has mended it; when the carrier is busy
 * or cannot be reached, it is held for a while. Parcels wait in both cases: none of them fails for a fault that is not its own.
 */

export const readConnection = statement(
  {
    id: carriers.id,
    code: carriers.code,
    name: carriers.name,
    api: carriers.api,
    account: carriers.account,
    services: carriers.services,
    labelFormat: carriers.labelFormat,
    unclearPolicy: carriers.unclearPolicy,
    settle: carriers.settle,
    maxWeight: carriers.maxWeight,
    maxLength: carriers.maxLength,
    maxSide: carriers.maxSide,
    maxGirth: carriers.maxGirth,
    credentials: carriers.credentials,
    heldTimes: carriers.heldTimes,
    unanswered: carriers.unanswered,
  },
  ({ id }: { id: string }) =>
    sql`select id, code, name, api, account, services, label_format, unclear_policy, settle, max_weight, max_length, max_side, max_girth, credentials, held_times, unanswered from carriers where id = ${id}::uuid`,
);
export type Connection = Row<typeof readConnection>;

/** Seconds of the first, second … hold in a row. */
const HOLDS = [5, 15, 60, 300] as const;
/** Calls in a row without an answer after which the carrier is held too. Fewer may be the fault of single parcels, or of the line. */
const MOST_UNANSWERED = 5;
/** Holds in a row at which people are told: after about a quarter of an hour. */
const NOTIFY_AFTER = 6;

const holdFor = statement(
  { heldTimes: carriers.heldTimes },
  ({ id, seconds }: { id: string; seconds: number }) =>
    sql`update carriers set held_until = clock_timestamp() + make_interval(secs => ${seconds}), held_times = held_times + 1
      where id = ${id}::uuid and coalesce(held_until, '-infinity') <= clock_timestamp() returning held_times`,
);
/**
 * Leaves the carrier alone for a while. Calls that were under way when the hold began do not make it longer. People are told once, however
 * long it lasts and however many parcels wait.
 * @param retryAfter seconds, if the carrier said so
 * @returns whether this call began the hold
 */
export async function hold(db: Db, connection: Pick<Connection, 'id' | 'name' | 'heldTimes'>, retryAfter?: number): Promise<boolean> {
  const { id, name, heldTimes } = connection;
  const seconds = Math.min(retryAfter || HOLDS[Math.min(heldTimes, HOLDS.length - 1)] || 300, 3600);
  const held = await holdFor.first(db, { id, seconds });
  if (held?.heldTimes === NOTIFY_AFTER) await notifyHouse(db, id, 'held', () => ({ name }));
  return held !== null;
}

const countUnanswered = statement(
  { heldTimes: carriers.heldTimes, unanswered: carriers.unanswered },
  ({ id }: { id: string }) => sql`update carriers set unanswered = unanswered + 1 where id = ${id}::uuid returning held_times, unanswered`,
);
/** The carrier did not answer a call. Several in a row hold it, so that an outage fails no more parcels than these calls. */
export async function noteUnanswered(db: Db, { id, name }: Connection): Promise<void> {
  const { heldTimes, unanswered } = await countUnanswered.one(db, { id });
  if (unanswered >= MOST_UNANSWERED) await hold(db, { id, name, heldTimes });
}
/**
 * Whether a carrier that was silent may be tried with a parcel: one node with one parcel after each hold, and only if the carrier answers
 * a question that buys nothing.
 * @param answers asks the carrier that question
 */
export const mayTry = async (db: Db, connection: Connection, answers: () => Promise<boolean>): Promise<boolean> =>
  connection.unanswered < MOST_UNANSWERED || ((await hold(db, connection)) && (await answers()));

const endHold = command(
  ({ id }: { id: string }) =>
    sql`update carriers set held_until = null, held_times = 0, unanswered = 0 where id = ${id}::uuid and (held_times > 0 or unanswered > 0)`,
);
/** The carrier answered a purchase. */
export const release = async (db: Db, { id, heldTimes, unanswered }: Connection): Promise<void> => {
  if (heldTimes > 0 || unanswered > 0) await endHold(db, { id });
};

/** Reasons of a pause that Kontor found itself. Others are the carrier's words. */
const OWN_REASONS = [
  'noUrl',
  'noKey',
  'noLogin',
  'wrongSecret',
  'refused',
  'refusedLogin',
  'refusedClient',
  'noShipping',
  'noAccount',
  'billingNumber',
  'shipperNumber',
];
/** The reason of a pause as a sentence. */
export const pauseReasonIn = (locale: Locale, reason: string): string =>
  OWN_REASONS.includes(reason) ? textIn(locale, `carriers.refusals.${reason}`) : reason;

const markPaused = statement(
  { id: carriers.id },
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update carriers set paused_at = clock_timestamp(), pause_reason = left(${reason}, 500) where id = ${id}::uuid and paused_at is null returning id`,
);
/** Whom the house tells that labels are not bought. */
const NOTIFIED_ROLES = ['admin', 'manager'];
async function notifyHouse(db: Db, id: string, what: 'paused' | 'held', words: (locale: Locale) => Record<string, string>): Promise<void> {
  const people = new Map<string, Awaited<ReturnType<typeof peopleOfRole>>[number]>();
  for (const role of NOTIFIED_ROLES) for (const one of await peopleOfRole(db, role)) people.set(one.id, one);
  await notify(db, [...people.values()], (locale) => ({
    title: textFor(locale, `carriers.notifications.${what}Title`, words(locale)),
    text: textFor(locale, `carriers.notifications.${what}Text`, words(locale)),
    type: 'error',
    link: `/settings/carriers/${id}`,
  }));
}
/**
 * Pauses the connection. People are told once, however many parcels meet the fault.
 * @param reason the carrier's words, or a key of `carriers.refusals`
 */
export async function pause(db: Db, { id, name }: Pick<Connection, 'id' | 'name'>, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markPaused.first(tx, { id, reason }))) return;
    await notifyHouse(tx, id, 'paused', (locale) => ({ name, reason: pauseReasonIn(locale, reason) }));
  });
}
/** The connection works again. */
export const resume = command(
  ({ id }: { id: string }) =>
    sql`update carriers set paused_at = null, pause_reason = '', held_until = null, held_times = 0, unanswered = 0 where id = ${id}::uuid`,
);

/** Condition: labels can be bought at the carrier `c` now. */
export const REACHABLE = sql`c.paused_at is null and coalesce(c.held_until, '-infinity') <= clock_timestamp()`;
