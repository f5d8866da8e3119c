import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { textFor } from '../../support/index.ts';
import { channelDue } from '../tables.ts';
import { tellSides } from '../tell-sides.ts';
import type { Connection } from './connections.ts';
import type { ShopDueKind } from './due.ts';
import type { ShopFault } from './platform.ts';

/** Characters of a cause. Longer texts that begin alike are one cause. */
const CAUSE = 120;

const noteTold = statement(
  { id: channelDue.id },
  ({ channelId, key }: { channelId: string; key: string }) =>
    sql`insert into channel_due (channel_id, kind, key, outcome) values (${channelId}::uuid, 'notice', ${key} || ' ' || kontor_day()::text, 'done') on conflict do nothing returning id`,
);

/** Tells people that a call has failed for good, once a day for each cause, however many orders it concerns. */
export function tellFailed(
  db: Db,
  { id: channelId, merchantId, name }: Connection,
  kind: ShopDueKind,
  { message, told }: Pick<ShopFault, 'message' | 'told'>,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await noteTold.first(tx, { channelId, key: `failed ${kind} ${message.slice(0, CAUSE)}` }))) return;
    await tellSides(tx, merchantId, `channels/${channelId}`, (locale) => ({
      title: textFor(locale, 'channels.told.callFailedTitle', { channel: name }),
      text: told
        ? textFor(locale, `channels.told.${told.key}`, told.params)
        : `${textFor(locale, `channels.told.calls.${kind}`, {})} ${message}`.slice(0, 1000),
    }));
  });
}
