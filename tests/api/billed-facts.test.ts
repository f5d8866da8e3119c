import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { labelDue } from '../../server/modules/shipping/labels.ts';
import { takeStorageDays } from '../../server/modules/stock/storage-days.ts';
import { type Boxed, openPackery, type Packery } from '../support/packery.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { device, uuid7 } from '../support/warehouse.ts';

let server: TestServer;
let shop: Packery;
let finance: string;
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;

beforeAll(async () => {
  server = await startServer({ sample: true });
  shop = await openPackery(server);
  finance = await server.signIn('finance');
});
afterAll(() => server.close());

const labelled = async (box: Boxed): Promise<void> => {
  await labelDue(shop.node);
  await expect.poll(async () => (await shop.parcelOf(box))['label_state']).toBe('bought');
};
const purchases = (box: Boxed) =>
  rowsOf(
    `select round, role, weight, country, cost::int, currency, voided_at is not null as voided from label_purchases where parcel_id = $1 order by bought_at`,
    [box.parcelId],
  );

describe('labels', () => {
  it('are all written down with what they cost; one that is replaced is marked as voided', async () => {
    const box = await shop.boxed();
    await labelled(box);
    const [first] = await purchases(box);
    expect(first).toMatchObject({ round: 0, role: 'ship', weight: 1200, currency: 'EUR', voided: false });
    expect(first.cost).toBeGreaterThan(0);
    await shop.call('POST', `/v0/parcels/${box.parcelId}/label`, {});
    await labelled(box);
    expect(await purchases(box)).toMatchObject([
      { round: 0, role: 'ship', voided: true },
      { round: 1, role: 'ship', voided: false, cost: first.cost },
    ]);
  });
});

describe('packaging', () => {
  it('is what was scanned when the parcel was closed; undoing the closing takes it back', async () => {
    const [carton] = await rowsOf(`insert into items (sku, name, kind) values ('CARTON-M', 'Carton M', 'packaging') returning id`);
    // Without a label of ours, which would be bought at once and keep the parcel closed.
    const taskId = await shop.order('', { labelSource: 'foreign' });
    const parcelId = uuid7();
    const [line] = await rowsOf('select id from task_lines where task_id = $1', [taskId]);
    const close = { do: 'closeParcel', taskId, parcelId, weight: 900, length: null, width: null, height: null } as const;
    const pack = shop.scanner.event({
      do: 'packSingle',
      taskId,
      lineId: line.id,
      parcelId,
      fromId: shop.house.shelves[0] as string,
      qty: 1,
      serial: '',
      compartmentId: shop.house.table,
    });
    const closing = shop.scanner.event({ ...close, packagingId: carton.id });
    const { verdicts } = await shop.scanner.post([pack, closing]);
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
    const packaging = async () => (await shop.parcelOf({ taskId, parcelId }))['packaging_id'];
    expect(await packaging()).toBe(carton.id);
    expect((await shop.scanner.send({ do: 'undo', scanId: closing.id })).map(({ outcome }) => outcome)).toEqual(['applied']);
    expect(await packaging()).toBeNull();
    const [refused] = await shop.scanner.send({ ...close, packagingId: shop.item.id });
    expect(refused).toMatchObject({ outcome: 'refused', why: 'unknownItem' });
  });
});

describe('pallets and cartons at receipt', () => {
  it('are entered at the delivery, corrected by entering them again, and refused before anything arrived', async () => {
    const lines = [{ sku: shop.item.sku, qty: 2 }];
    const { id } = await shop.call<{ id: string }>('POST', '/v0/tasks', {
      kind: 'inbound',
      merchantId: shop.house.merchantId,
      palletQty: 3,
      lines,
    });
    const admin = await server.signIn('admin');
    const enter = (body: object) => server.call('POST', `/v0/tasks/${id}/receivedUnits`, body, admin);
    expect(await enter({ pallets: 2 })).toMatchObject({ code: 'StateRefused' });
    await shop.scanner.send({ do: 'arrive', taskId: id });
    expect(await enter({ pallets: 2, boxes: 40, mixed: true })).toMatchObject({ code: 'OK' });
    expect(await enter({ pallets: 4, boxes: 40, mixed: true })).toMatchObject({ code: 'OK' });
    const [row] = await rowsOf('select pallet_qty, received_pallets, received_boxes, received_mixed from tasks where id = $1', [id]);
    expect(row).toEqual({ pallet_qty: 3, received_pallets: 4, received_boxes: 40, received_mixed: true });
  });

  it('are counted at the station: once however often the scan is sent, and undone to the figures before', async () => {
    const { id: taskId } = await shop.call<{ id: string }>('POST', '/v0/tasks', {
      kind: 'inbound',
      merchantId: shop.house.merchantId,
      lines: [{ sku: shop.item.sku, qty: 2 }],
    });
    const units = async () => {
      const [row] = await rowsOf('select received_pallets, received_boxes from tasks where id = $1', [taskId]);
      return [row.received_pallets, row.received_boxes];
    };
    const noted = async () =>
      (await rowsOf(`select count(*)::int as n from task_events where task_id = $1 and command = 'unitsCounted'`, [taskId]))[0].n;
    const count = { do: 'countUnits', taskId, pallets: 2, boxes: 30 } as const;
    expect(await shop.scanner.send(count)).toMatchObject([{ outcome: 'refused', why: 'wrongState' }]);
    await shop.scanner.send({ do: 'arrive', taskId });
    const scan = shop.scanner.event(count);
    expect((await shop.scanner.post([scan])).verdicts).toMatchObject([{ outcome: 'applied' }]);
    expect((await shop.scanner.post([scan])).verdicts).toMatchObject([{ outcome: 'repeated' }]);
    expect([await units(), await noted()]).toEqual([[2, 30], 1]);
    // A figure that was not counted stays.
    const again = shop.scanner.event({ ...count, pallets: 3, boxes: null });
    await shop.scanner.post([again]);
    expect(await units()).toEqual([3, 30]);
    expect(await shop.scanner.send({ do: 'undo', scanId: again.id })).toMatchObject([{ outcome: 'applied' }]);
    expect(await units()).toEqual([2, 30]);
    // Somebody of a merchant, who packs at a station of the house, counts nothing, not even on a delivery of their own.
    const [author] = await rowsOf(`select id from users where account = 'merchant@kontor.example'`);
    const outside = device(server, await server.signIn('merchant'), author.id, shop.house.stationId);
    expect(await outside.send({ ...count, pallets: 9 })).toMatchObject([{ outcome: 'refused', why: 'noRight' }]);
    expect(await units()).toEqual([2, 30]);
  });
});

describe('the stock of a day', () => {
  it('is taken down once, and a missed day is made up from the ledger exactly as it was', async () => {
    const [item] = await rowsOf(
      `insert into items (merchant_id, sku, name, weight, length, width, height) values ($1, 'DAY-1', 'A thing', 500, 100, 100, 100) returning id`,
      [shop.house.merchantId],
    );
    // A day is taken down a quarter of an hour after its end, so the days before "today" begin then.
    const today = `(now() - interval '15 minutes')`;
    const move = (days: number, qty: number, out: boolean) =>
      rowsOf(
        `insert into stock_moves (at, sort_at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, to_id)
          values (${today} - make_interval(days => $1), ${today} - make_interval(days => $1) - interval '1 microsecond' * $2, $3, $4, 'DAY-1', $2, $5, $6, $7, $8)`,
        [
          days,
          qty,
          shop.house.merchantId,
          item.id,
          out ? 'stock' : 'supplier',
          out ? shop.house.shelves[1] : null,
          out ? 'customer' : 'stock',
          out ? null : shop.house.shelves[1],
        ],
      );
    await move(6, 10, false);
    await move(4, 3, true);
    await move(2, 5, false);
    const days = () =>
      rowsOf(
        `select qty, volume::int as volume, weight::int as weight, day - first_in as age from storage_days where item_id = $1 order by day`,
        [item.id],
      );
    await takeStorageDays(shop.node.db);
    const taken = await days();
    expect(taken.map(({ qty }) => qty)).toEqual([10, 10, 7, 7, 12, 12]);
    // First in, first out: seven pieces of the first receipt are still there.
    expect(taken.map(({ age }) => age)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(taken.at(-1)).toMatchObject({ volume: 12_000_000, weight: 6000 });
    expect(await takeStorageDays(shop.node.db)).toBe(0);
    await server.pool.query(`delete from storage_runs where day = kontor_day() - 3`);
    await server.pool.query(`delete from storage_days where day = kontor_day() - 3`);
    expect(await takeStorageDays(shop.node.db)).toBeGreaterThan(0);
    expect(await days()).toEqual(taken);
  });

  it('keeps the sizes that the item had; an item without sizes gets them with its first ones', async () => {
    const [item] = await rowsOf(`select id from items where sku = 'DAY-1'`);
    await server.pool.query(`update items set length = 900 where id = $1`, [item.id]);
    await takeStorageDays(shop.node.db);
    const [row] = await rowsOf(`select max(volume / qty)::int as each from storage_days where item_id = $1`, [item.id]);
    expect(row.each).toBe(1_000_000);
  });
});

describe('work by hand', () => {
  it('is charged once it is approved; withdrawing the approval takes the charge back, and approving it again charges it anew', async () => {
    const [category] = await rowsOf(`select id from quotation_categories where code = 'WORK'`);
    const [user] = await rowsOf(`select id from users where account = 'warehouse@kontor.example'`);
    const call = async <T = unknown>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, finance);
    const entry = {
      merchantId: shop.house.merchantId,
      categoryId: category.id,
      workedOn: houseToday(),
      userId: user.id,
    };
    expect(await call('POST', '/v0/workEntries', { ...entry, minutes: 0 })).toMatchObject({ code: 'InvalidInput' });
    const { data } = await call<{ id: string }>('POST', '/v0/workEntries', { ...entry, minutes: 20, note: 'Relabelled' });
    const charged = async () => {
      await collectCharges(shop.node.db);
      return rowsOf(
        `select qty::int, exact::text, state from charges c where source_id = $1 or reverses_id in (select id from charges where source_id = $1) order by created_at, qty desc`,
        [data.id],
      );
    };
    expect(await charged()).toEqual([]);
    expect(await call('POST', `/v0/workEntries/${data.id}/approve`)).toMatchObject({ code: 'OK' });
    // 20 minutes are 0.333 hours at 38.00.
    const first = { qty: 333, exact: '126540000', state: 'open' };
    expect(await charged()).toEqual([first]);
    expect(await call('PUT', `/v0/workEntries/${data.id}`, { version: 2, minutes: 30 })).toMatchObject({ code: 'StateRefused' });
    await call('POST', `/v0/workEntries/${data.id}/reopen`);
    const gone = [
      { ...first, state: 'void' },
      { qty: -333, exact: '-126540000', state: 'void' },
    ];
    expect(await charged()).toEqual(gone);
    await call('POST', `/v0/workEntries/${data.id}/approve`);
    expect(await charged()).toEqual([...gone, first]);
  });

  it('is noted at a station for the merchant of the order, once however often it is sent, and can be undone until it is approved', async () => {
    const taskId = await shop.order();
    const [category] = await rowsOf(`select id from quotation_categories where code = 'WORK'`);
    const [other] = await rowsOf(`select id from merchants where no <> 'M-1001' order by no limit 1`);
    const work = { do: 'noteWork', categoryId: category.id, merchantId: null, taskId, minutes: 15, photo: null } as const;
    const entry = async (id: string) =>
      (
        await rowsOf(
          'select merchant_id, task_id, minutes, worked_on::text, deleted_at is null as stands from work_entries where id = $1',
          [id],
        )
      )[0];
    const scan = shop.scanner.event(work);
    expect((await shop.scanner.post([scan])).verdicts).toMatchObject([{ outcome: 'applied' }]);
    expect((await shop.scanner.post([scan])).verdicts).toMatchObject([{ outcome: 'repeated' }]);
    const noted = { merchant_id: shop.house.merchantId, task_id: taskId, minutes: 15, worked_on: houseToday(), stands: true };
    expect(await entry(scan.id)).toEqual(noted);
    expect((await rowsOf('select count(*)::int as n from work_entries where task_id = $1', [taskId]))[0].n).toBe(1);
    expect(await shop.scanner.send({ do: 'undo', scanId: scan.id })).toMatchObject([{ outcome: 'applied' }]);
    expect(await entry(scan.id)).toEqual({ ...noted, stands: false });

    const approved = shop.scanner.event({ ...work, taskId: null, merchantId: other.id });
    await shop.scanner.post([approved]);
    expect(await entry(approved.id)).toMatchObject({ merchant_id: other.id, task_id: null });
    await server.call('POST', `/v0/workEntries/${approved.id}/approve`, undefined, finance);
    expect(await shop.scanner.send({ do: 'undo', scanId: approved.id })).toMatchObject([{ outcome: 'refused', why: 'notUndoable' }]);
  });

  it('is refused for another merchant, without a right to note work, for a service that counts something else and with a foreign photo', async () => {
    const taskId = await shop.order();
    const [category] = await rowsOf(`select id from quotation_categories where code = 'WORK'`);
    const [counted] = await rowsOf(`select id from quotation_categories where meter <> 'work' limit 1`);
    const [other] = await rowsOf(`select id from merchants where no <> 'M-1001' order by no limit 1`);
    const work = { do: 'noteWork', categoryId: category.id, merchantId: null, taskId, minutes: 15, photo: null } as const;
    const refusals = await shop.scanner.send(
      { ...work, merchantId: other.id },
      { ...work, taskId: null },
      { ...work, categoryId: counted.id },
      { ...work, photo: '0'.repeat(32) },
    );
    expect(refusals.map(({ why }) => why)).toEqual(['wrongMerchant', 'wrongMerchant', 'unknownWork', 'noRight']);
    const [author] = await rowsOf(`select id from users where account = 'merchant@kontor.example'`);
    const outside = device(server, await server.signIn('merchant'), author.id, shop.house.stationId);
    expect(await outside.send(work)).toMatchObject([{ outcome: 'refused', why: 'noRight' }]);
    expect((await rowsOf('select count(*)::int as n from work_entries where task_id = $1', [taskId]))[0].n).toBe(0);
  });
});
