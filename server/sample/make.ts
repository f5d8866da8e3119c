import { eq } from 'drizzle-orm';
import type { Db } from '../core/db/client.ts';
import type { Actor } from '../core/http/actor.ts';
import { areaRow, type Values } from '../core/http/area.ts';
import { createRow } from '../core/http/rows.ts';
import { users } from '../modules/access/users/table.ts';
import { AREAS } from '../modules/index.ts';

/** An account of the sample as an actor with every privilege and its own scope. @throws Error if the account does not exist */
export async function actorOf(tx: Db, account: string): Promise<Actor> {
  const { id, name, type, merchantId, carrierId } = users;
  const [row] = await tx.select({ id, name, type, merchantId, carrierId }).from(users).where(eq(users.account, account));
  if (!row) throw new Error(`the sample has no account ${account}`);
  return {
    userId: row.id,
    actingId: row.id,
    account,
    name: row.name,
    type: row.type,
    roles: [],
    privileges: new Set(['*']),
    routes: [],
    merchantId: row.merchantId,
    carrierId: row.carrierId,
    supplierId: null,
    isAdmin: false,
    sessionId: '',
    locale: 'en',
  };
}

/** Creates a row as a form would, with all rules of its area. Returns its id. @throws DomainError if the sample violates a rule */
export async function make(tx: Db, actor: Actor, area: string, body: Values): Promise<string> {
  const entry = AREAS.get(area);
  if (!entry) throw new Error(`no area ${area}`);
  return areaRow(entry.area, await createRow({ tx, areas: AREAS, entry, actor }, body)).id;
}
