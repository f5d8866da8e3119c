import { eq, sql } from 'drizzle-orm';
import { sscc } from '#contract/core/barcode/build';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../core/db/client.ts';
import { notNull, statement } from '../core/db/statement.ts';
import { items } from '../modules/catalog/items/table.ts';
import { createTask } from '../modules/orders/create.ts';
import { taskLines } from '../modules/orders/task-lines/table.ts';
import { stockBalances } from '../modules/stock/stock-balances/table.ts';
import { type Names, named, namesOf, scan } from './crew.ts';
import { actorOf, make } from './make.ts';

/** Further sample data: a kit, groups, lamps with serial numbers, a count, print jobs, an OAuth2 client. */

const LAMPS = ['WL26-00117', 'WL26-00118', 'WL26-00119', 'WL26-00120'];

/** The serial numbers of lamps are known from receipt on. */
async function lamps(tx: Db, names: Names): Promise<void> {
  const lamp = named(names.items, 'LAMP-DESK-W');
  const input = NewTask.parse({
    kind: 'inbound',
    merchantId: lamp.merchantId,
    pickupFrom: 'Ningbo Lamp Works',
    refOrderId: 'PO-7100',
    lines: [{ itemId: lamp.id, qty: LAMPS.length }],
  });
  const taskId = await createTask(tx, input, names.office);
  const [line] = await tx.select({ id: taskLines.id }).from(taskLines).where(eq(taskLines.taskId, taskId));
  if (!line) throw new Error('the delivery of lamps has no line');
  const dock = named(names.places, 'DOCK-1');
  const goods = { lot: '', expiry: null, condition: 'good' } as const;
  const receive = LAMPS.map((serial) => {
    const act = {
      do: 'receive',
      taskId,
      lineId: line.id,
      itemId: lamp.id,
      qty: 1,
      serial,
      compartmentId: dock,
      reason: '',
      ...goods,
    } as const;
    return { act, code: serial };
  });
  const closed = { act: { do: 'closeReceipt', taskId, reason: '' } as const, code: input.refOrderId };
  await scan(tx, names, 'ST-DOCK-1', 'receivingScan', [...receive, closed]);
  const toId = named(names.places, '04-02-B');
  const put = LAMPS.map((serial) => ({
    act: { do: 'putAway', taskId, itemId: lamp.id, qty: 1, serial, fromId: dock, toId, ...goods } as const,
    code: serial,
  }));
  await scan(tx, names, 'ST-DOCK-1', 'putAway', put);
}

const findMost = statement(
  {
    itemId: stockBalances.itemId,
    compartmentId: stockBalances.compartmentId,
    lot: stockBalances.lot,
    free: notNull(stockBalances.free),
    sku: items.sku,
  },
  ({ merchantId }: { merchantId: string }) => sql`select b.item_id, b.compartment_id, b.lot, b.free, i.sku
    from stock_balances b join items i on i.id = b.item_id
    where b.merchant_id = ${merchantId}::uuid and b.free > 0 and b.serial = '' and b.expiry is null and b.condition = 'good' and b.unit_id is null and i.barcode <> ''
    order by b.free desc, i.sku limit 1`,
);

/** Puts the largest stock of one item on a pallet with an SSCC. 952 is GS1's prefix for examples. */
async function pallet(tx: Db, names: Names, manager: Awaited<ReturnType<typeof actorOf>>): Promise<void> {
  const merchantId = named(names.merchants, 'M-1001');
  const goods = await findMost.first(tx, { merchantId });
  if (!goods) throw new Error('the sample has nothing to stand on its pallet');
  const placeId = goods.compartmentId;
  const code = sscc('3', '9521234', '000000417');
  const unitId = await make(tx, manager, 'mergedUnits', { code, kind: 'pallet', compartmentId: placeId, merchantId });
  const act = {
    do: 'move',
    itemId: goods.itemId,
    qty: goods.free,
    serial: '',
    lot: goods.lot,
    expiry: null,
    condition: 'good',
    fromId: placeId,
    toId: placeId,
    unitId,
  } as const;
  await scan(tx, names, 'ST-CART-1', 'move', [{ act, code: goods.sku }]);
}

export async function loadShelf(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const names = await namesOf(tx);
    const manager = await actorOf(tx, 'manager@kontor.example');
    const [tea, earl, pot] = [
      named(names.merchants, 'M-1001'),
      named(names.items, 'TEE-EARL-250').id,
      named(names.items, 'TEE-KANNE-1L').id,
    ];
    const itemId = await make(tx, manager, 'items', {
      merchantId: tea,
      sku: 'SET-TEATIME',
      name: 'Tea time: pot and two Earl Grey',
      kind: 'logical',
      category: 'Kitchen',
      price: 4990,
    });
    for (const [componentId, qty] of [
      [pot, 1],
      [earl, 2],
    ] as const)
      await make(tx, manager, 'itemComponents', { itemId, componentId, qty, merchantId: tea });
    await make(tx, manager, 'groups', {
      merchantId: tea,
      code: 'WINTER',
      name: 'Winter teas',
      color: '#0b63bb',
      description: 'Sold from November on',
      itemIds: [earl, named(names.items, 'TEE-ASSAM-500').id],
    });
    await make(tx, manager, 'groups', {
      merchantId: named(names.merchants, 'M-1002'),
      code: 'LIGHT',
      name: 'Lamps',
      color: '#b45309',
      itemIds: [named(names.items, 'LAMP-DESK-W').id, named(names.items, 'LAMP-FLOOR').id],
    });
    await lamps(tx, names);
    await pallet(tx, names, manager);
    // A carrier's sack and a seal, logged at the dock: codes that are unknown to the system.
    await scan(
      tx,
      names,
      'ST-DOCK-2',
      'loggingScan',
      ['SACK-DHL-0417', 'SEAL 882 134'].map((code) => ({ act: { do: 'log', note: '' } as const, code })),
    );
    await make(tx, manager, 'counts', {
      name: 'Aisle 4, before the winter',
      compartmentIds: ['04-01-A', '04-01-B', '04-02-A', '04-02-B'].map((code) => named(names.places, code)),
    });
    await make(tx, manager, 'oauthClients', { name: 'Stock report of Northwind', merchantId: tea, scopes: ['items.read'], active: false });
    // Picklists that were just printed have a job of the office printer.
    await tx.execute(sql`insert into print_jobs (key, subject, document, ids, title, locales, paper, copies, pages, state, reason, printer_id, agent, requested_by, sent_at, ended_at, expires_at)
      select 'picklist-' || p.id || '-1', 'picklist-' || p.id, 'picklist', array[p.id], p.no, array['de'], 'document', 1, 1, 'printed', '', r.id, r.location, ${names.office}::uuid, p.printed_at, p.printed_at, p.printed_at + interval '1 day'
      from picklists p cross join (select id, location from printers where kind = 'pdf' limit 1) r where p.printed_at > now() - interval '1 hour'`);
  });
}
