import { type SQL, sql } from 'drizzle-orm';
import { IDLE_MINUTES } from '#contract/core/limits';
import type { Db } from '../db/client.ts';
import { type Actor, isOutside } from './actor.ts';
import { rowsOf } from './select.ts';
import { hashToken } from './token.ts';

/** `touchDue`: the last activity is old enough to be written again. */
export type Session = Actor & { touchDue: boolean };
type Known = { actor: Actor; stamp: string };
type SessionRecord = Omit<Actor, 'privileges' | 'isAdmin'> & {
  privileges: string[];
  mainRoles: string[];
  touchDue: boolean;
  stamp: string;
};

/** Sessions read by this node, by token hash. An entry is only a guess that the database must confirm. */
const memory = new WeakMap<Db, Map<string, Known>>();
const MOST = 10_000;

const knownOf = (db: Db): Map<string, Known> => {
  const known = memory.get(db) ?? new Map<string, Known>();
  memory.set(db, known);
  return known;
};

/** A valid session with the signed-in user (m), the account acted as (a) and the stamp of role changes (x). */
const livingSql = (hash: Buffer): SQL => sql`
    from sessions s join users m on m.id = s.user_id join users a on a.id = coalesce(s.sub_id, s.user_id) cross join access_stamp x
    where s.token_hash = ${hash} and s.revoked_at is null and s.expires_at > now() and s.seen_at > now() - make_interval(mins => ${IDLE_MINUTES})
      and m.deleted_at is null and m.disabled_at is null and a.deleted_at is null and a.disabled_at is null`;

/** An unchanged stamp means an unchanged actor: each part changes in the transaction that changes the data behind it. */
const STAMP = sql`concat_ws(' ', s.id, m.id, m.version, a.id, a.version, x.no)`;
const TOUCH_DUE = sql`s.seen_at < now() - interval '30 seconds'`;

async function readStamp(db: Db, hash: Buffer): Promise<Pick<SessionRecord, 'stamp' | 'touchDue'> | undefined> {
  const result = await db.execute(sql`select ${STAMP} as stamp, ${TOUCH_DUE} as "touchDue" ${livingSql(hash)}`);
  return (rowsOf(result) as SessionRecord[])[0];
}

/** The signed-in user (m) and the account acted as (a), with all its rights. */
const ACTOR = sql`m.id as "userId", a.id as "actingId", m.account, a.name, a.type, coalesce(m.locale, 'en') as locale,
      a.merchant_id as "merchantId", a.carrier_id as "carrierId", a.supplier_id as "supplierId",
      array(select r.key from roles r where r.id = any(a.role_ids) and r.deleted_at is null) as roles,
      array(select r.key from roles r where r.id = any(m.role_ids) and r.deleted_at is null) as "mainRoles",
      array(select distinct unnest(r.routes) from roles r where r.id = any(a.role_ids) and r.deleted_at is null) as routes,
      array(select p.key from privileges p where p.deleted_at is null and p.id in (
        select unnest(r.privilege_ids) from roles r where r.id = any(a.role_ids) and r.deleted_at is null
        union select unnest(d.privilege_ids) from duties d join classes c on d.id = any(c.duty_ids) where c.id = any(a.class_ids) and c.deleted_at is null and d.deleted_at is null)) as privileges`;

const readRecord = async (db: Db, text: SQL): Promise<SessionRecord | undefined> => (rowsOf(await db.execute(text)) as SessionRecord[])[0];

const readWhole = (db: Db, hash: Buffer): Promise<SessionRecord | undefined> =>
  readRecord(db, sql`select s.id as "sessionId", ${TOUCH_DUE} as "touchDue", ${STAMP} as stamp, ${ACTOR} ${livingSql(hash)}`);

const actorFrom = ({ privileges, mainRoles, ...rest }: Omit<SessionRecord, 'touchDue' | 'stamp'>): Actor => ({
  ...rest,
  privileges: new Set(privileges),
  isAdmin: mainRoles.includes('admin'),
});

/**
 * The actor of a user without a session, for a link with a secret of its own. Null if the account is disabled or deleted.
 * @param user SQL of the user's id
 */
export async function readUser(db: Db, user: SQL): Promise<Actor | null> {
  const row = await readRecord(
    db,
    sql`select '' as "sessionId", false as "touchDue", '' as stamp, ${ACTOR} from users m join users a on a.id = m.id
      where m.id = ${user} and m.deleted_at is null and m.disabled_at is null`,
  );
  if (!row) return null;
  const { stamp: _stamp, touchDue: _touchDue, ...rest } = row;
  return actorFrom(rest);
}

/**
 * Reads the session of a token with all rights of the actor: own roles, classes and duties, or those of the chosen sub-account. The
 * database is asked on every request, so that revoking, disabling and role changes take effect at once (P27). The full data is read
 * only if the stamp changed.
 */
export async function readSession(db: Db, token: string): Promise<Session | null> {
  if (!isToken(token)) return null;
  const hash = hashToken(token);
  const key = hash.toString('base64url');
  const sessions = knownOf(db);
  const known = sessions.get(key);
  if (known) {
    const now = await readStamp(db, hash);
    if (now?.stamp === known.stamp) return { ...known.actor, touchDue: now.touchDue };
    sessions.delete(key);
    if (!now) return null;
  }
  const row = await readWhole(db, hash);
  if (!row) return null;
  const { stamp, touchDue, ...rest } = row;
  const actor = actorFrom(rest);
  const [oldest] = sessions.keys();
  if (sessions.size >= MOST && oldest !== undefined) sessions.delete(oldest);
  sessions.set(key, { actor, stamp });
  return { ...actor, touchDue };
}

const isToken = (token: string): boolean => /^[\w-]{43}$/.test(token);

/** The remembered actor of a token, and the condition that confirms it. The statement that relies on it must include the condition. */
export type Guess = { actor: Actor; proof: SQL };

/** Also null for outside users, because their statements run as a role that cannot read sessions. */
export function guessSession(db: Db, token: string, isPassive = false): Guess | null {
  if (!isToken(token)) return null;
  const hash = hashToken(token);
  const known = knownOf(db).get(hash.toString('base64url'));
  if (!known || isOutside(known.actor)) return null;
  // A passive call does not record activity, so this check is omitted.
  const isTouched = isPassive ? sql`true` : sql`not (${TOUCH_DUE})`;
  return { actor: known.actor, proof: sql`exists(select ${livingSql(hash)} and ${isTouched} and ${STAMP} = ${known.stamp})` };
}
