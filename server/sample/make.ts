import { sql } from 'drizzle-orm';
import { AREAS } from '../areas/index.ts';
import type { Db } from '../db/client.ts';
import type { Actor } from '../http/actor.ts';
import type { Values } from '../http/area.ts';
import { createRow } from '../http/rows.ts';
import { rowsOf } from '../http/select.ts';

/** Somebody of the sample house, with every privilege and the own scope. */
export async function actorOf(tx: Db, account: string): Promise<Actor> {
  const [row] = rowsOf(await tx.execute(sql`select id, name, type, merchant_id, carrier_id from users where account = ${account}`));
  const id = row?.['id'] as string;
  return {
    userId: id,
    actingId: id,
    account,
    name: row?.['name'] as string,
    type: row?.['type'] as number,
    roles: [],
    privileges: new Set(['*']),
    routes: [],
    merchantId: row?.['merchant_id'] as string | null,
    carrierId: row?.['carrier_id'] as string | null,
    supplierId: null,
    isAdmin: false,
    sessionId: '',
    locale: 'en',
  };
}

/** A row as a form would have made it, with all rules of its area. @throws DomainError where the sample breaks one */
export function make(tx: Db, actor: Actor, area: string, body: Values): Promise<Values> {
  const entry = AREAS.get(area);
  if (!entry) throw new Error(`no area ${area}`);
  return createRow({ tx, areas: AREAS, entry, actor }, body);
}
