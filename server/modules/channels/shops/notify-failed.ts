import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { textFor } from '../../support/index.ts';
import { notifySides } from '../notify-sides.ts';
import { channelDue } from '../tables.ts';
import type { Connection } from './connections.ts';
import type { ShopDueKind } from './due.ts';
import type { ShopFault } from './platform.ts';

/** Characters of a cause. Longer texts that begin alike are one cause. */
const CAUSE = 120;

const noteNotified = statement(
  { id: channelDue.id },
  ({ channelId, key }: { channelId: string; key: string }) =>
    sql`insert into channel_due (channel_id, kind, key, outcome) values (${channelId}::uuid, 'notice', ${key} || ' ' || kontor_day()::text, 'done') on conflict do nothing returning id`,
);

/** Tells people that a call has failed for good, once a day for each cause, however many orders it concerns. */
export function notifyFailed(
  db: Db,
  { id: channelId, merchantId, name }: Connection,
  kind: ShopDueKind,
  { message, advice }: Pick<ShopFault, 'message' | 'advice'>,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await noteNotified.first(tx, { channelId, key: `failed ${kind} ${message.slice(0, CAUSE)}` }))) return;
    await notifySides(tx, merchantId, `channels/${channelId}`, (locale) => ({
      title: textFor(locale, 'channels.notifications.callFailedTitle', { channel: name }),
      text: advice
        ? textFor(locale, `channels.notifications.${advice.key}`, advice.params)
        : `${textFor(locale, `channels.notifications.calls.${kind}`, {})} ${message}`.slice(0, 1000),
    }));
  });
}
