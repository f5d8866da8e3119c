import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { notify, peopleOfMerchant, peopleOfRole, textFor } from '../../support/index.ts';
import { channelDue } from '../tables.ts';
import type { Connection } from './connections.ts';
import type { ShopDueKind } from './due.ts';

/** Characters of a cause. Longer texts that begin alike are one cause. */
const CAUSE = 120;

const noteTold = statement(
  { id: channelDue.id },
  ({ channelId, key }: { channelId: string; key: string }) =>
    sql`insert into channel_due (channel_id, kind, key, outcome) values (${channelId}::uuid, 'notice', ${key} || ' ' || kontor_day()::text, 'done') on conflict do nothing returning id`,
);

/** Tells people that a call has failed for good, once a day for each cause, however many orders it concerns. */
export function tellFailed(db: Db, { id: channelId, merchantId, name }: Connection, kind: ShopDueKind, message: string): Promise<void> {
  return db.transaction(async (given) => {
    const tx = given as unknown as Db;
    if (!(await noteTold.first(tx, { channelId, key: `failed ${kind} ${message.slice(0, CAUSE)}` }))) return;
    const sides = [
      { people: await peopleOfRole(tx, 'manager'), link: `/eEP/channels/${channelId}` },
      { people: await peopleOfMerchant(tx, merchantId), link: `/mEP/channels/${channelId}` },
    ];
    for (const { people, link } of sides)
      await notify(tx, people, (locale) => ({
        title: textFor(locale, 'channels.told.callFailedTitle', { channel: name }),
        text: `${textFor(locale, `channels.told.calls.${kind}`, {})} ${message}`.slice(0, 1000),
        type: 'warning',
        link,
      }));
  });
}
