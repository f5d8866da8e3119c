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
    credentials: carriers.credentials,
    heldTimes: carriers.heldTimes,
  },
  ({ id }: { id: string }) =>
    sql`select id, code, name, api, account, services, label_format, unclear_policy, settle, max_weight, credentials, held_times from carriers where id = ${id}::uuid`,
);
export type Connection = Row<typeof readConnection>;

/** Seconds of the first, second … hold in a row. */
const HOLDS = [5, 15, 60, 300] as const;

const holdFor = command(
  ({ id, seconds }: { id: string; seconds: number }) =>
    sql`update carriers set held_until = clock_timestamp() + make_interval(secs => ${seconds}), held_times = held_times + 1
      where id = ${id}::uuid and coalesce(held_until, '-infinity') <= clock_timestamp()`,
);
/**
 * Leaves the carrier alone for a while. Calls that were under way when the hold began do not make it longer.
 * @param retryAfter seconds, if the carrier said so
 */
export const hold = (db: Db, { id, heldTimes }: Connection, retryAfter?: number): Promise<void> =>
  holdFor(db, { id, seconds: Math.min(retryAfter || HOLDS[Math.min(heldTimes, HOLDS.length - 1)] || 300, 3600) });

const endHold = command(
  ({ id }: { id: string }) => sql`update carriers set held_until = null, held_times = 0 where id = ${id}::uuid and held_times > 0`,
);
/** The carrier answered. */
export const release = async (db: Db, { id, heldTimes }: Connection): Promise<void> => {
  if (heldTimes > 0) await endHold(db, { id });
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
const TOLD_ROLES = ['admin', 'manager'];
/**
 * Pauses the connection. People are told once, however many parcels meet the fault.
 * @param reason the carrier's words, or a key of `carriers.refusals`
 */
export async function pause(db: Db, { id, name }: Pick<Connection, 'id' | 'name'>, reason: string): Promise<void> {
  await db.transaction(async (given) => {
    const tx = given as unknown as Db;
    if (!(await markPaused.first(tx, { id, reason }))) return;
    const people = new Map<string, Awaited<ReturnType<typeof peopleOfRole>>[number]>();
    for (const role of TOLD_ROLES) for (const one of await peopleOfRole(tx, role)) people.set(one.id, one);
    await notify(tx, [...people.values()], (locale) => ({
      title: textFor(locale, 'carriers.told.pausedTitle', { name }),
      text: textFor(locale, 'carriers.told.pausedText', { name, reason: pauseReasonIn(locale, reason) }),
      type: 'error',
      link: `/settings/carriers/${id}`,
    }));
  });
}
/** The connection works again. */
export const resume = command(
  ({ id }: { id: string }) =>
    sql`update carriers set paused_at = null, pause_reason = '', held_until = null, held_times = 0 where id = ${id}::uuid`,
);

/** Condition: labels can be bought at the carrier `c` now. */
export const REACHABLE = sql`c.paused_at is null and coalesce(c.held_until, '-infinity') <= clock_timestamp()`;
