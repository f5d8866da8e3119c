import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import { DomainError } from '../../core/http/errors.ts';
import { channels } from './channels/table.ts';
import type { Channel } from './put-order.ts';

const findChannels = statement(
  { id: channels.id, merchantId: channels.merchantId, mapping: channels.mapping },
  ({ merchantId, channel }: { merchantId: string; channel: string | null }) => sql`select id, merchant_id, mapping from channels
    where merchant_id = ${merchantId}::uuid and kind = 'api' and active and deleted_at is null and (${channel}::uuid is null or id = ${channel}::uuid) order by sort_at limit 2`,
);

/** The merchant of the caller. @throws DomainError StateRefused for people of the house */
export function merchantOf({ merchantId }: Actor): string {
  if (merchantId === null) throw new DomainError('StateRefused', 'channelOrders.refusals.merchantOnly');
  return merchantId;
}

/**
 * The channel that a merchant's program uses: the only active one for a custom application, or the one that the call names.
 * @throws DomainError NotFound if it is not the merchant's; StateRefused if there is none, or several and none is named
 */
export async function programChannel(tx: Db, actor: Actor, channel: string | undefined): Promise<Channel> {
  const [found, another] = await findChannels(tx, { merchantId: merchantOf(actor), channel: channel ?? null });
  if (!found && channel !== undefined) throw new DomainError('NotFound');
  if (!found) throw new DomainError('StateRefused', 'channelOrders.refusals.noChannel');
  if (another) throw new DomainError('StateRefused', 'channelOrders.refusals.severalChannels');
  return found;
}
