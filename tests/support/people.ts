import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** Accounts of a test, made without a sign-in: the password of each costs time that most tests have no use for. */
export type Person = { id: string; account: string; token: string };

/** An account with these roles; `mayWrite` adds a role that may write accounts, roles, classes, duties, privileges and OAuth2 clients. */
export async function makePerson(pool: Pool, roles: string[], extra: { type?: number; password?: string } = {}): Promise<Person> {
  const account = `${roles.join('-').toLowerCase()}-${randomUUID().slice(0, 8)}@people.example`;
  const { rows } = await pool.query(
    `insert into users (account, name, type, passwd_hash, role_ids)
     values ($1, 'Test Person', coalesce($2, (select max(user_type) from roles where key = any($3)), 120), $4, array(select id from roles where key = any($3)))
     returning id`,
    [account, extra.type ?? null, roles, extra.password ?? 'not a hash'],
  );
  return { id: rows[0].id, account, token: await openSession(pool, rows[0].id) };
}

export async function openSession(pool: Pool, userId: string, ip = '127.0.0.1'): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into sessions (token_hash, user_id, ip, user_agent, expires_at) values ($1, $2, $3, 'test', now() + interval '1 hour')`,
    [createHash('sha256').update(token).digest(), userId, ip],
  );
  return token;
}

/** A role of the test with these privileges; made without the guard, as a start makes the built-in ones. */
export async function makeRole(pool: Pool, key: string, privileges: string[], userType = 120): Promise<string> {
  const { rows } = await pool.query(
    `insert into roles (key, name, user_type, privilege_ids) values ($1, '{"en":"Test","cn":"Test","de":"Test"}', $2, array(select id from privileges where key = any($3))) returning id`,
    [key, userType, privileges],
  );
  return rows[0].id;
}
