import { sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import type { Db } from '../../core/db/client.ts';
import { orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { runAsHouse } from '../../core/http/write.ts';
import { notify, peopleOfCarrier, peopleOfMerchant, textFor } from '../support/index.ts';
import { collections } from './collections/table.ts';
import { offers } from './offers/table.ts';

/** Messages about offers: carriers are told of each request and of the decision, the merchant of each price. */

const findOffers = statement(
  {
    id: offers.id,
    no: offers.no,
    taskId: offers.taskId,
    carrierId: offers.carrierId,
    merchantId: offers.merchantId,
    state: offers.state,
    origin: offers.origin,
    destination: offers.destination,
    collection: orNull(collections.id),
  },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select o.id, o.no, o.task_id, o.carrier_id, o.merchant_id, o.state, o.origin, o.destination, c.id as collection
      from offers o left join collections c on c.id = o.task_id where o.id = any(${uuids(ids)}) order by o.id`,
);
const findDecided = statement(
  { id: offers.id },
  ({ taskId }: { taskId: string }) =>
    sql`select id from offers where task_id = ${taskId}::uuid and state in ('accepted', 'lost') order by id`,
);

type Offer = Awaited<ReturnType<typeof findOffers>>[number];

const messageFor =
  (key: 'asked' | 'priced' | 'accepted' | 'lost', { no, origin, destination }: Offer, link: string) =>
  (locale: Locale) => ({
    title: textFor(locale, `offers.notifications.${key}Title`, { no }),
    text: textFor(locale, `offers.notifications.${key}Text`, { no, origin, destination }),
    link,
  });

/** Tells carriers that a price is wanted of them. */
export async function notifyAsked(tx: Db, ids: readonly string[]): Promise<void> {
  await runAsHouse(tx, async () => {
    for (const offer of await findOffers(tx, { ids }))
      await notify(tx, await peopleOfCarrier(tx, offer.carrierId), messageFor('asked', offer, `/carriergate/offers/${offer.id}`));
  });
}

/** Tells the merchant of a request that a carrier named a price. A request of the house itself has no merchant. */
export async function notifyPriced(tx: Db, id: string): Promise<void> {
  await runAsHouse(tx, async () => {
    const [offer] = await findOffers(tx, { ids: [id] });
    if (!offer?.merchantId) return;
    const link = `${offer.collection === null ? '/t12n/orders' : '/2bc/collectRequest'}/${offer.taskId}`;
    await notify(tx, await peopleOfMerchant(tx, offer.merchantId), messageFor('priced', offer, link));
  });
}

/** Tells the carriers of a decided request who got it: the one whose offer was accepted, and those whose offers are closed. */
export async function notifyDecided(tx: Db, taskId: string): Promise<void> {
  await runAsHouse(tx, async () => {
    const ids = (await findDecided(tx, { taskId })).map(({ id }) => id);
    for (const offer of await findOffers(tx, { ids })) {
      const accepted = offer.state === 'accepted';
      const words = messageFor(accepted ? 'accepted' : 'lost', offer, accepted ? '/carriergate/orders' : `/carriergate/offers/${offer.id}`);
      await notify(tx, await peopleOfCarrier(tx, offer.carrierId), words);
    }
  });
}
