import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { becomeHouse } from '../../../core/http/write.ts';

export type FoundChannel = { id: string; kind: string; shop: string; ownLocation: string; active: boolean };

/** A channel in the scope of the actor. What follows in the transaction is done as the house. @throws DomainError NotFound */
export async function findChannel(tx: Db, { areas }: Pick<AppContext, 'areas'>, actor: Actor, id: string): Promise<FoundChannel> {
  const entry = areas.get('channels');
  const [row] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false }) : [];
  if (!row) throw new DomainError('NotFound');
  await becomeHouse(tx);
  return row as FoundChannel;
}
