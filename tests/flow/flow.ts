import { parse } from 'csv-parse/sync';
import { type Call, listAll, must, type Row, until } from './crew.ts';
import { beginDay, countBy, type Day, expectAll, ordersOf, type Step, step, type Task } from './day.ts';
import { importFile, takeIn } from './goods-in.ts';
import { handOver, labels, load, makeLists, pack, pick, printLists } from './goods-out.ts';
import { bringBack } from './returns.ts';

/** The files of a shop: products (null: they are there) and orders, in the columns of a shop platform's exports. */
export type Files = { products: string | null; orders: string };
export type Report = {
  orders: number;
  lines: number;
  ordered: number;
  received: number;
  shipped: number;
  parcels: number;
  returned: number;
  returnedOrders: number;
  wholeReturns: number;
  scans: number;
  seconds: number;
  byStatus: Record<string, number>;
  steps: Step[];
};

const RETURN_EVERY = 20;
/** With the carrier; the simulated one brings parcels on their way while we watch. */
const GONE = ['shipped', 'inTransit', 'inDelivery', 'delivered'] as const;
type Cells = Record<string, string>;
const rowsOf = (text: string): Cells[] => parse(text, { bom: true, columns: true, skip_empty_lines: true });

/** What the orders of a file need, by SKU. */
function needOf(rows: readonly Cells[]): Map<string, number> {
  const need = new Map<string, number>();
  for (const row of rows) {
    const sku = row['Lineitem sku'] ?? '';
    need.set(sku, (need.get(sku) ?? 0) + Number(row['Lineitem quantity']));
  }
  return need;
}
const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

/** The shop's ways of shipping are carriers of the house; a missing one is made. */
async function contractCarriers({ call, lead }: Day, methods: readonly string[]): Promise<void> {
  const known = new Set((await listAll(call, lead.token, '/v0/carriers')).map((carrier) => carrier['name']));
  for (const name of methods.filter((one) => !known.has(one)))
    await must(call, lead.token, 'POST', '/v0/carriers', {
      code: name
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, '-')
        .slice(0, 20),
      name,
    });
}

/** What the office does with an address that a carrier would refuse: it looks the right one up. */
function corrected(address: Record<string, string>): Record<string, string> {
  const { country = '', zip = '', streetNumber = '' } = address;
  const digits = zip.replace(/\D/g, '');
  const zips: Record<string, string> = {
    PT: `${digits.slice(0, 4)}-001`,
    PL: `${digits.slice(0, 2)}-${digits.slice(2, 5)}`,
    ES: digits.padStart(5, '0'),
  };
  const cut = Object.fromEntries(['name1', 'name2', 'streetName'].map((part) => [part, (address[part] ?? '').slice(0, 50).trim()]));
  return { ...address, ...cut, zip: zips[country] ?? zip, streetNumber: streetNumber || '1' };
}

async function correctAddresses(day: Day, tasks: readonly Task[]): Promise<number> {
  const wrong = tasks.filter((task) => task.status === 'wrongAddress');
  for (const { id, consignee } of wrong)
    await must(day.call, day.office.token, 'POST', `/v0/tasks/${id}/command/correctAddress`, { address: corrected(consignee) });
  return wrong.length;
}

/**
 * A day of the house, by its public calls only: goods come in for the orders of the files, the orders are imported, picked, packed, labelled,
 * loaded and handed over, and one in twenty comes back. Each step checks that every order stands where it should.
 * @throws Error naming the orders that do not, or the scans that were refused
 */
export async function runDay(
  call: Call,
  passwd: string,
  files: Files,
  progress: (text: string) => void = () => undefined,
): Promise<Report> {
  const begun = performance.now();
  const day = await beginDay(call, passwd, 'M-1001', progress);
  const rows = rowsOf(files.orders);
  const references = new Set(rows.map((row) => row['Name'] ?? ''));
  const need = needOf(rows);
  const ordersFile = { mask: 'p11y.orders.list', name: 'orders.csv', text: files.orders, merchantId: day.merchantId };
  const current = (): Promise<Task[]> => ordersOf(day, references);

  if ((await current()).length > 0) throw new Error('These orders are there already; a day is played once on a house.');
  await contractCarriers(day, [...new Set(rows.map((row) => row['Shipping Method'] ?? ''))].filter(Boolean));
  const { products } = files;
  if (products !== null)
    await step(day, 'items imported', async () => {
      const end = await importFile(
        call,
        day.office,
        { mask: 'wms.item.list', name: 'products.csv', text: products, merchantId: day.merchantId },
        'all',
      );
      if (end.state !== 'done') throw new Error(`items: ${end.state} ${JSON.stringify(end.errors.slice(0, 3))}`);
      return { done: `${end.created} new`, value: null };
    });
  const received = await step(day, 'goods received and put away', async () => {
    const pieces = await takeIn(day, need);
    return { done: `${pieces} pieces`, value: pieces };
  });
  await step(day, 'orders imported', async () => {
    const end = await importFile(call, day.office, ordersFile, 'all');
    if (end.state !== 'done' || end.created !== references.size)
      throw new Error(`orders: ${end.state}, ${end.created} of ${references.size}: ${JSON.stringify(end.errors.slice(0, 3))}`);
    return { done: `${end.created} orders, ${rows.length} lines`, value: null };
  });
  await step(day, 'addresses corrected', async () => ({ done: `${await correctAddresses(day, await current())} orders`, value: null }));
  const orders = await step(day, 'stock given', async () => {
    await until(
      'stock',
      async () => countBy(await current()),
      (counts) => counts['readyToPick'] === references.size,
    );
    const tasks = await current();
    return { done: `${tasks.length} orders ready to pick`, value: tasks };
  });
  const lists = await step(day, 'picklists made and printed', async () => {
    const made = await makeLists(day, orders);
    expectAll(await current(), 'inPicklist');
    await printLists(day, made);
    expectAll(await current(), 'picklistPrinted');
    return { done: `${made.length} lists`, value: made };
  });
  await step(day, 'picked', async () => {
    await pick(day, lists);
    expectAll(await current(), 'readyToPack');
    return { done: `${lists.length} lists`, value: null };
  });
  await step(day, 'packed and weighed', async () => {
    await pack(day, orders);
    expectAll(await current(), 'shipmentLabelAwaits', 'packed');
    return { done: `${orders.length} orders`, value: null };
  });
  const parcels = await step(day, 'labels bought', async () => {
    const labelled = await labels(day, orders);
    expectAll(await current(), 'packed');
    return { done: `${labelled.length} parcels`, value: labelled };
  });
  const vehicles = await step(day, 'loaded', async () => {
    const made = await load(day, parcels);
    expectAll(await current(), 'readyToShip');
    return { done: `${made.size} vehicles`, value: made };
  });
  const gone = await step(day, 'handed over', async () => {
    await handOver(day, vehicles);
    const all = await current();
    expectAll(all, ...GONE);
    return { done: `${sum(all.map((task) => task.shipped))} pieces left`, value: all };
  });
  const back = await step(day, 'returns taken back and put away', async () => {
    const result = await bringBack(day, gone, RETURN_EVERY);
    return { done: `${result.pieces} pieces of ${result.orders.length} orders`, value: result };
  });
  const end = await current();
  const returned = new Set(back.orders.map((task) => task.id));
  expectAll(
    end.filter((task) => returned.has(task.id)),
    'retourReceived',
    'retourReceivedPartially',
  );
  expectAll(
    end.filter((task) => !returned.has(task.id)),
    ...GONE,
  );
  const lines = await listAll<Row & { taskId: string; returned: number }>(
    call,
    day.office.token,
    `/v0/taskLines?merchantId=${day.merchantId}&returned.gt=0`,
  );
  return {
    orders: end.length,
    lines: rows.length,
    ordered: sum(need.values()),
    received,
    shipped: sum(end.map((task) => task.shipped)),
    parcels: parcels.length,
    returned: sum(lines.filter((line) => returned.has(line.taskId)).map((line) => line.returned)),
    returnedOrders: back.orders.length,
    wholeReturns: back.whole,
    scans: sum(day.steps.map((one) => one.scans)),
    seconds: (performance.now() - begun) / 1000,
    byStatus: countBy(end),
    steps: day.steps,
  };
}
