import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Order } from '../stand-ins/shopify-orders.ts';
import type { BuiltServer } from '../support/built.ts';
import { type ConnectedHouse, type ConnectedShop, openConnectedHouse, type ShopItem, type StandIns } from './connected-house.ts';
import { ms, quantile, type Table } from './measure.ts';
import { numbers, timesOf, until } from './until-seen.ts';

/** What stands between the house and its shops and carriers: from a change on one side until it is on the other. */

const SAMPLES = 120;
const STOCK_ITEMS = 100;
const SILENT = 100;
const LARGE = 5_000;
const COMPARED = 5;
const PER_SECOND = 50;
const SECONDS = 30;
const METERED = 240;

type Measured = { what: string; target: string; times: readonly number[] };

/** An order of a customer in a shop. */
const placeIn = ({ shopify }: StandIns, { host }: ConnectedShop, name: string, sku: string): Order =>
  shopify.shopOf(host).place({ name, lines: [{ sku, qty: 1 }] });

/** Orders and parcels of a shop that sends notices. */
async function orders(house: ConnectedHouse, standIns: StandIns, shop: ConnectedShop): Promise<Measured[]> {
  const placed = new Map<number, Order>();
  const find = (n: number): Order => placed.get(n) ?? placeIn(standIns, shop, `#${n}`, house.item.sku);
  const told = await timesOf(
    numbers(SAMPLES),
    500,
    (n) => {
      const order = find(n);
      placed.set(n, order);
      return house.tell(order, shop);
    },
    async (open) => {
      const taken = new Set(await house.taken(open.map(find)));
      return open.filter((n) => taken.has(find(n)));
    },
  );
  await until(() => [...placed.values()].every(({ requestStatus }) => requestStatus === 'ACCEPTED'));
  const shipped = await timesOf(
    [...placed.values()],
    500,
    (order) => house.handOver(order),
    (open) => open.filter(({ status }) => status === 'CLOSED'),
  );
  return [
    { what: 'a notice of the shop to the order in the house', target: 'p95 under 5 s', times: told },
    { what: 'hand-over of a parcel to the fulfilment in the shop', target: 'p95 under 10 s', times: shipped },
  ];
}

/** Orders that the shop does not tell. */
async function silent(house: ConnectedHouse, standIns: StandIns, shop: ConnectedShop): Promise<Measured> {
  const placed = new Map<number, Order>();
  const times = await timesOf(
    numbers(SILENT),
    2_000,
    (n) => placed.set(n, placeIn(standIns, shop, `#S${n}`, house.item.sku)),
    async (open) => {
      const taken = new Set(await house.taken([...placed.values()]));
      return open.filter((n) => {
        const order = placed.get(n);
        return order !== undefined && taken.has(order);
      });
    },
  );
  return { what: 'an order that no notice told to the order in the house', target: 'under 150 s', times };
}

async function stock(house: ConnectedHouse, items: readonly ShopItem[], pieces: number): Promise<Measured[]> {
  await until(() => items.every(({ there }) => there.qty === pieces));
  const more = pieces + 7;
  const changed = await timesOf(
    items,
    500,
    ({ id }) => house.addPieces(id, more - pieces),
    (open) => open.filter(({ there }) => there.qty === more),
  );
  const emptied = await timesOf(
    items,
    500,
    ({ id }) => house.takePieces(id, more),
    (open) => open.filter(({ there }) => there.qty === 0),
  );
  return [
    { what: 'a change of stock to the number in the shop', target: 'p95 under 35 s', times: changed },
    { what: 'the last piece gone to zero in the shop', target: 'p95 under 5 s', times: emptied },
  ];
}

/** All numbers of a large shop, half of which somebody changed there. */
async function compared(house: ConnectedHouse, shop: ConnectedShop, items: readonly ShopItem[], pieces: number): Promise<Measured> {
  const isAlike = (): boolean => items.every(({ there }) => there.qty === pieces);
  await until(isAlike);
  const times: number[] = [];
  for (let n = 0; n < COMPARED; n += 1) {
    for (const { there } of items.filter((_, i) => i % 2 === 0)) there.qty += 1;
    const begun = performance.now();
    await house.call('POST', `/v0/channels/${shop.id}/compare`);
    await until(isAlike);
    times.push(performance.now() - begun);
    await sleep(1_000 * Math.random());
  }
  return {
    what: `${LARGE.toLocaleString('en-GB')} items compared, from the button until ${LARGE / 2} of them are put right`,
    target: 'under 60 s',
    times,
  };
}

async function labels(house: ConnectedHouse): Promise<Measured> {
  const carrierId = await house.makeCarrier();
  await house.stockUpItem(10 * SAMPLES);
  const tasks: string[] = [];
  for (let n = 0; n < SAMPLES; n += 1) tasks.push(await house.order(carrierId));
  const times = await timesOf(tasks, 400, house.pack, house.labelled);
  return { what: 'a parcel closed on the scale to its label', target: 'p95 under 1.5 s', times };
}

/** Notices at a rate, whether the former were answered or not. */
async function rush(house: ConnectedHouse, standIns: StandIns, shop: ConnectedShop): Promise<Measured[]> {
  const placed = numbers(PER_SECOND * SECONDS).map((n) => placeIn(standIns, shop, `#R${n}`, house.item.sku));
  const begun = performance.now();
  const answers: Promise<number>[] = [];
  for (const [n, order] of placed.entries()) {
    const wait = begun + (n * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    answers.push(house.tell(order, shop));
  }
  const times = await Promise.all(answers);
  await until(async () => (await house.taken(placed)).length === placed.length);
  return [
    { what: `the answer to a notice, at ${PER_SECOND} a second`, target: 'p99 under 500 ms', times },
    { what: 'the last of these orders in the house, from the first notice', target: '', times: [performance.now() - begun] },
  ];
}

/** Orders that a shop on the smallest plan tells all at once, with an empty budget: it lets 100 points of calls a second through. */
async function metered(house: ConnectedHouse, standIns: StandIns, shop: ConnectedShop): Promise<Measured> {
  const placed = numbers(METERED).map((n) => placeIn(standIns, shop, `#M${n}`, house.item.sku));
  const done = (): number => placed.filter(({ requestStatus }) => requestStatus === 'ACCEPTED').length;
  const { shopify } = standIns;
  const { plan } = shopify.state;
  Object.assign(shopify.state, { isMetered: true, plan: { most: 2_000, rate: 100 } });
  shopify.setPoints(shop.host, 0);
  try {
    const begun = performance.now();
    await Promise.all(placed.map((order) => house.tell(order, shop)));
    // The house takes the budget for full until the first answer says what is left; after that nothing may be refused.
    await until(() => done() > 0);
    const early = shopify.refusals.length;
    await until(() => done() === METERED);
    const late = shopify.refusals.slice(early);
    if (late.length > 0) throw new Error(`refused for want of points: ${late.join()}`);
    return {
      what: `${METERED} orders of a shop of the smallest plan, milliseconds an order`,
      target: 'under 250 ms',
      times: [(performance.now() - begun) / METERED],
    };
  } finally {
    Object.assign(shopify.state, { isMetered: false, plan });
  }
}

const rowOf = ({ what, target, times }: Measured): Table['rows'][number] => {
  const at = (q: number): string => ms(quantile(times, q));
  const isOne = times.length < 20;
  return [what, at(0.5), isOne ? '' : at(0.95), isOne ? '' : at(0.99), ms(Math.max(...times)), times.length, target];
};

export async function benchConnections(server: BuiltServer, databaseUrl: string, standIns: StandIns): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 6, options: '-c timezone=UTC' });
  try {
    const house = await openConnectedHouse(server, pool, standIns);
    const { merchantId } = house.house;
    const large = await house.makeMerchant('M-LARGE');
    const hostOf = (name: string): string => `${name}.myshopify.com`;
    // Before the shops are connected: what they list is read at once.
    const items = await house.makeItems(hostOf('counted'), merchantId, STOCK_ITEMS, 50);
    const manyItems = await house.makeItems(hostOf('many'), large, LARGE, 3);
    const connect = (name: string, merchant = merchantId) => house.connect(hostOf(name), merchant);
    const [told, quiet, counted, many] = [
      await connect('told'),
      await connect('quiet'),
      await connect('counted'),
      await connect('many', large),
    ];
    await until(() => [told, quiet, counted, many].every(({ host }) => standIns.shopify.shopOf(host).hooks.length > 0));
    const waited = silent(house, standIns, quiet);
    const measured: Measured[] = [];
    const note = (...some: Measured[]): void => {
      for (const one of some) console.log(rowOf(one).join(' | '));
      measured.push(...some);
    };
    note(...(await orders(house, standIns, told)));
    note(...(await stock(house, items, 50)));
    note(await compared(house, many, manyItems, 3));
    note(await labels(house));
    note(await waited);
    note(await metered(house, standIns, quiet));
    // Last, because it leaves more work than the others.
    note(...(await rush(house, standIns, told)));
    const mismatches = [...standIns.shopify.mismatches, ...standIns.ups.mismatches];
    if (mismatches.length > 0) throw new Error(`calls that do not fit: ${mismatches.slice(0, 3).join('; ')}`);
    return [
      {
        title: 'Shops and carriers',
        note: `Milliseconds, from a change on one side until it is seen on the other, over stand-ins for Shopify and UPS on loopback that answer at once; of what they take nothing is taken off. Each change begins at a moment of its own, whether the former has come or not. Orders without a notice come in beside everything else. Caller, stand-ins, server and database share the machine.`,
        head: ['what', 'p50', 'p95', 'p99', 'longest', 'n', 'target'],
        rows: measured.map(rowOf),
      },
    ];
  } finally {
    await pool.end();
  }
}
