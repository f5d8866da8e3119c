import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Areas, Values } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { becomeHouse } from '../../../core/http/write.ts';

/** A ticket that this actor may read. @throws DomainError NotFound */
export async function readableTicket(tx: Db, areas: Areas, actor: Actor, id: string): Promise<Values> {
  const entry = areas.get('tickets');
  const [row] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false }) : [];
  if (!row) throw new DomainError('NotFound');
  return row;
}

/**
 * A ticket that this actor may read. The rest of the transaction has the rights of the house, because threads have no policies of their own.
 * @throws DomainError NotFound
 */
export async function findTicket(tx: Db, areas: Areas, actor: Actor, id: string): Promise<Values> {
  const row = await readableTicket(tx, areas, actor, id);
  await becomeHouse(tx);
  return row;
}
