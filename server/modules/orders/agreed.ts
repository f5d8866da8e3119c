import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { AGREED_ORDER } from '#contract/freight/agreed';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import type { Values } from '../../core/http/area.ts';
import { DomainError } from '../../core/http/errors.ts';

const findAgreement = statement(
  { quote: cell.boolean, service: cell.boolean },
  ({ id }: { id: string }) => sql`select exists (select from transport_quotes where order_id = ${id}::uuid) as quote,
      exists (select from transport_quotes where id = ${id}::uuid and order_id is not null)
        or exists (select from collections where id = ${id}::uuid and (kind = 'collectOrder' or order_id is not null))
        or exists (select from containers where id = ${id}::uuid and (arrived_at is not null or devanned_at is not null or inbound_id is not null)) as service`,
);

/** Where a change of the order's agreed data must be requested: `quote` or `service`; null if no other party has agreed to it. */
async function agreedIn(tx: Db, id: string): Promise<'quote' | 'service' | null> {
  const { quote, service } = await findAgreement.one(tx, { id });
  if (quote) return 'quote';
  return service ? 'service' : null;
}

/**
 * Checks an edit or a command: the data of an accepted transport, collect order or arrived container cannot be changed by one party alone.
 * Unchanged values are allowed. The transaction must have the rights of the house.
 * @throws DomainError StateRefused; its message says where to request the change
 */
export async function refuseAgreedOrder(tx: Db, id: string, values: Values, current: Values): Promise<void> {
  const changed = AGREED_ORDER.some((name) => name in values && !isDeepStrictEqual(values[name] ?? null, current[name] ?? null));
  const agreed = changed ? await agreedIn(tx, id) : null;
  if (agreed === 'quote') throw new DomainError('StateRefused', 'services.refusals.agreedOrder');
  if (agreed === 'service') throw new DomainError('StateRefused', 'services.refusals.agreed');
}
