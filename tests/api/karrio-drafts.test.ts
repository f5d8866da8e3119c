import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelDrafts } from '../../server/modules/shipping/cancel-drafts.ts';
import type { Karrio } from '../stand-ins/karrio.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { type Boxed, labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** Drafts at a Karrio gateway that nobody will buy are cancelled at night. */

let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
beforeAll(async () => {
  house = await openKarrioPackery();
  ({ server, shop, gateway } = house);
  // The server's own job has nothing to do this night.
  await server.pool.query('insert into label_reviews (at, open, told) values (now(), 0, false)');
});
afterAll(() => house.close());
beforeEach(() => gateway.faults({}));

const due = (seconds = 0): Promise<void> => labelsDue(server, shop, seconds);
/** The carrier is active for as long, so that the server buys nothing by itself. */
const setActive = (active: boolean) =>
  server.pool.query('update carriers set active = $2, held_until = null where id = $1', [shop.carrierId, active]);
const night = async (): Promise<void> => {
  await setActive(true);
  await cancelDrafts(shop.node);
  await setActive(false);
};
const draftsOf = (parcelId: string) => [...gateway.shipments.values()].filter(({ metadata }) => metadata['kontor_parcel'] === parcelId);
const statusesOf = ({ parcelId }: Pick<Boxed, 'parcelId'>): string[] =>
  draftsOf(parcelId)
    .map(({ status }) => status)
    .sort();
/** As if everything had been prepared two days earlier. */
const age = async (): Promise<void> => {
  for (const one of gateway.shipments.values()) one['created_at'] = new Date(Date.now() - 2 * 86_400_000).toISOString();
  await server.pool.query(`update label_attempts set created_at = created_at - interval '2 days'`);
};
/** A second draft of the same parcel, as it stays behind when the answer to the first was lost. */
const draftAgain = async (parcelId: string): Promise<void> => {
  const [one] = [...gateway.shipments.values()];
  const id = `shp_${crypto.randomUUID().replaceAll('-', '')}`;
  gateway.shipments.set(id, {
    ...structuredClone(one),
    id,
    status: 'draft',
    reference: '',
    metadata: { kontor_parcel: parcelId, kontor_round: '0' },
  });
};
const cancelled = (): number => gateway.calls.filter(({ path }) => path.endsWith('/cancel')).length;

test('a draft that stayed behind is cancelled, the label of its parcel is not; what is younger than a day or not ours is left alone', async () => {
  const box = await shop.boxed();
  await due();
  await draftAgain(box.parcelId);
  const stranger = crypto.randomUUID();
  await draftAgain(stranger);
  await night();
  expect(statusesOf(box)).toEqual(['created', 'draft']);
  await age();
  await night();
  expect(statusesOf(box)).toEqual(['cancelled', 'created']);
  expect(statusesOf({ parcelId: stranger })).toEqual(['draft']);
  expect(gateway.bookingsOf(box.parcelId).map(({ voided }) => voided)).toEqual([false]);
  const before = cancelled();
  await night();
  expect(cancelled()).toBe(before);
});

test('a draft that waits for its purchase, or of which nobody knows whether it was bought, is kept', async () => {
  const unclear = await shop.boxed();
  gateway.faults({ dropBefore: 1 });
  await due();
  const waiting = await shop.boxed();
  gateway.faults({ status429: 1 });
  await due();
  gateway.faults({});
  await age();
  await night();
  expect([statusesOf(waiting), statusesOf(unclear)]).toEqual([['draft'], ['draft']]);
  await due();
  expect(await shop.parcelOf(waiting)).toMatchObject({ label_state: 'bought' });
  expect(statusesOf(waiting)).toEqual(['created']);
});

test('a draft of a parcel that wants no label any more is cancelled, and a label that is wanted again is prepared anew', async () => {
  const box = await shop.boxed();
  gateway.faults({ status429: 1 });
  await due();
  gateway.faults({});
  await server.pool.query(`update parcels set label_state = 'none', label_due_at = null where id = $1`, [box.parcelId]);
  await server.pool.query('update carriers set held_until = null where id = $1', [shop.carrierId]);
  await age();
  await night();
  expect(statusesOf(box)).toEqual(['cancelled']);
  await server.pool.query(`update parcels set label_state = 'requested', label_due_at = now() where id = $1`, [box.parcelId]);
  await due();
  expect(await shop.parcelOf(box)).toMatchObject({ label_state: 'bought' });
  expect(statusesOf(box)).toEqual(['cancelled', 'created']);
});

test('a gateway that does not answer waits for the next night, and stops nothing else', async () => {
  const box = await shop.boxed();
  await due();
  await draftAgain(box.parcelId);
  await age();
  gateway.faults({ down: 1 });
  await night();
  gateway.faults({});
  expect(statusesOf(box)).toEqual(['created', 'draft']);
  await night();
  expect(statusesOf(box)).toEqual(['cancelled', 'created']);
  expect(gateway.mismatches).toEqual([]);
});
