import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import { type Karrio, startKarrio } from '../stand-ins/karrio.ts';
import { addressOf } from '../support/address.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { nodeOf } from '../support/packery.ts';

/** The label of a return, bought through a Karrio gateway. */

let gateway: Karrio;
let floor: Floor;
beforeAll(async () => {
  gateway = await startKarrio();
  floor = await openFloor(8, { KARRIO_URL: gateway.url, KARRIO_TOKEN: gateway.state.token });
  await floor.rows(`update carriers set active = false where api <> 'none'`);
  await floor.rows(
    `update carriers set active = true, api = 'karrio', account = 'dhl_main', services = '[{"ours": "", "theirs": "dhl_parcel_de_retoure"}]' where code = 'DHL'`,
  );
});
afterAll(async () => {
  await floor.server.close();
  await gateway.close();
});

const label = (id: string, what = '') =>
  floor.server.call<{ id: string }>('POST', `/v0/tasks/${id}/returnLabel${what}`, what ? undefined : {}, floor.admin);
const parcelOf = async (id: string) => (await floor.rows(`select * from parcels where task_id = $1 and kind = 'return'`, [id]))[0];
const statesOf = (parcelId: string): boolean[] => gateway.bookingsOf(parcelId).map(({ voided }) => voided);

test('it goes from the customer to the storehouse as a return, is bought once though an answer is lost, and is cancelled there', async () => {
  const { task, lines } = await floor.ship([1], { consignee: addressOf({ name1: 'A. Buyer' }) });
  await floor.command(task, 'requestRetour', { lines: [{ lineId: lines[0], qty: 1, reason: 'notWanted' }] });
  const [back] = await floor.rows(`select id from tasks where parent_id = $1 and kind = 'retour'`, [task]);
  const node = nodeOf(floor.server);

  gateway.faults({ dropAfter: 1 });
  expect((await label(back.id)).code).toBe('OK');
  await labelDue(node);
  gateway.faults({});
  const { id: parcelId } = await parcelOf(back.id);
  await floor.rows(`update parcels set label_due_at = now() where id = $1`, [parcelId]);
  await floor.rows(`update label_attempts set asked_at = now() - interval '10 s' where parcel_id = $1`, [parcelId]);
  await expect
    .poll(async () => {
      await labelDue(node);
      return (await parcelOf(back.id)).label_state;
    })
    .toBe('bought');

  expect(statesOf(parcelId)).toEqual([false]);
  const [booking] = gateway.bookingsOf(parcelId);
  const [returned] = await floor.rows('select tracking_no, consignee from tasks where id = $1', [back.id]);
  expect(returned.tracking_no).toBe(booking?.trackingNo);
  expect(gateway.shipments.get(booking?.shipmentId ?? '')).toMatchObject({
    is_return: true,
    shipper: { person_name: 'A. Buyer' },
    recipient: { city: returned.consignee.city, postal_code: returned.consignee.zip },
  });

  expect((await label(back.id, '/void')).code).toBe('OK');
  await labelDue(node);
  await expect.poll(() => statesOf(parcelId)).toEqual([true]);
  expect(gateway.mismatches).toEqual([]);
});
