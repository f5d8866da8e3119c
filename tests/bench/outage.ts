import { Pool } from 'pg';
import { type Karrio, startKarrio } from '../stand-ins/karrio.ts';
import type { Order } from '../stand-ins/shopify-orders.ts';
import type { BuiltServer } from '../support/built.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { startReceiver } from '../support/receiver.ts';
import { type ConnectedHouse, openConnectedHouse, type StandIns, withStandIns } from './connected-house.ts';
import { ms, quantile, type Table, times } from './measure.ts';
import { numbers, timesOf, until } from './until-seen.ts';

/** What other partners notice of one that takes calls and answers none: the same work with and without it, by turns. */

const TURNS = 8;
/** Of each turn. */
const SAMPLES = 30;
/** What the silent partner is to be told in each turn, at its beginning. */
const WAITING = 6;
const EVERY = 500;

export type Gateway = { karrio: Karrio; line: FaultProxy };
/** `turn` makes ready what it needs, calls `begin`, and measures. `heal`: the partner answers again, and the next turn begins as the first one did. */
type Partner = { what: string; silence: () => void; heal: () => Promise<unknown>; turn: (begin: () => void) => Promise<number[]> };
type Compared = { what: string; whole: number[]; silent: number[] };

/** Runs with a Karrio gateway besides, at the end of a line that can swallow everything. */
export const withGateway = <T>(run: (standIns: StandIns, gateway: Gateway, settings: Record<string, string>) => Promise<T>): Promise<T> =>
  withStandIns(async (standIns, settings) => {
    const karrio = await startKarrio();
    const line = await startFaultProxy(karrio.url, 1);
    try {
      const more = { KARRIO_URL: line.url, KARRIO_TOKEN: karrio.state.token, WEBHOOK_PRIVATE_ADDRESSES: 'yes' };
      return await run(standIns, { karrio, line }, { ...settings, ...more });
    } finally {
      await line.close();
      await karrio.close();
    }
  });

async function carriers(house: ConnectedHouse, { line }: Gateway): Promise<Partner> {
  const [ups, other] = [await house.makeCarrier(), await house.makeGatewayCarrier()];
  await house.stockUpItem(2 * TURNS * (SAMPLES + WAITING));
  const ordersOf = async (carrierId: string, count: number): Promise<string[]> => {
    const tasks: string[] = [];
    for (let n = 0; n < count; n += 1) tasks.push(await house.order(carrierId));
    return tasks;
  };
  return {
    what: 'a parcel closed on the scale to its label, with another carrier that is silent',
    silence: () => line.set('blackhole'),
    heal: () => {
      line.set('up');
      return house.rows('update carriers set held_until = null, held_times = 0, unanswered = 0 where id = $1', other);
    },
    turn: async (begin) => {
      const [mine, waiting] = [await ordersOf(ups, SAMPLES), await ordersOf(other, WAITING)];
      begin();
      for (const task of waiting) await house.pack(task);
      return timesOf(mine, EVERY, house.pack, house.labelled);
    },
  };
}

async function shops(house: ConnectedHouse, { shopify }: StandIns): Promise<Partner> {
  const { merchantId } = house.house;
  const [first, other] = [await house.connect('first.myshopify.com', merchantId), await house.connect('other.myshopify.com', merchantId)];
  const [mine, far] = [shopify.shopOf(first.host), shopify.shopOf(other.host)];
  await until(() => [mine, far].every(({ hooks }) => hooks.length > 0));
  let placed = 0;
  const ordersIn = async (shop: typeof first, count: number): Promise<Order[]> => {
    const orders = numbers(count).map(() => {
      placed += 1;
      return shopify.shopOf(shop.host).place({ name: `#${placed}`, lines: [{ sku: house.item.sku, qty: 1 }] });
    });
    for (const order of orders) await house.tell(order, shop);
    return orders;
  };
  return {
    what: 'hand-over of a parcel to the fulfilment in its shop, with another shop that is silent',
    silence: () => {
      far.isSilent = true;
    },
    heal: () => {
      far.isSilent = false;
      return house.rows('update shop_connections set paused_until = null, faults = 0 where channel_id = $1', other.id);
    },
    turn: async (begin) => {
      const [orders, waiting] = [await ordersIn(first, SAMPLES), await ordersIn(other, WAITING)];
      await until(() => [...orders, ...waiting].every(({ requestStatus }) => requestStatus === 'ACCEPTED'));
      begin();
      for (const order of waiting) await house.handOver(order);
      return timesOf(orders, EVERY, house.handOver, (open) => open.filter(({ status }) => status === 'CLOSED'));
    },
  };
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
async function receivers(house: ConnectedHouse, receiver: Receiver): Promise<Partner> {
  const make = async (path: string): Promise<string> => {
    const body = { merchantId: house.house.merchantId, name: path, url: `${receiver.url}${path}`, events: ['receipt.done'] };
    const { id } = await house.call<{ id: string }>('POST', '/v0/webhooks', body);
    await house.call('POST', `/v0/webhooks/${id}/secret`, {});
    return id;
  };
  const [first, other] = [await make('/first'), await make('/other')];
  const send = (id: string) => house.call('POST', `/v0/webhooks/${id}/test`, {});
  return {
    what: 'an event to its receiver, with another receiver that is silent',
    silence: () =>
      void receiver.answers.set(
        '/other',
        Array.from({ length: 1_000 }, () => 'hang'),
      ),
    heal: async () => receiver.answers.delete('/other'),
    turn: async (begin) => {
      const before = receiver.at('/first').length;
      let come = 0;
      begin();
      return timesOf(
        numbers(SAMPLES),
        EVERY,
        async (n) => {
          if (n % (SAMPLES / WAITING) === 0) await send(other);
          await send(first);
        },
        (open) => {
          const news = receiver.at('/first').length - before - come;
          come += news;
          return open.slice(0, news);
        },
      );
    },
  };
}

async function compare({ what, silence, heal, turn }: Partner): Promise<Compared> {
  const [whole, silent]: [number[], number[]] = [[], []];
  for (const n of numbers(TURNS)) {
    const isSilent = n % 2 === 1;
    const taken = await turn(isSilent ? silence : () => undefined);
    (isSilent ? silent : whole).push(...taken);
    await heal();
  }
  const compared = { what, whole, silent };
  console.log(rowOf(compared).join(' | '));
  return compared;
}

function rowOf({ what, whole, silent }: Compared): Table['rows'][number] {
  const [usual, meanwhile] = [quantile(whole, 0.5), quantile(silent, 0.5)];
  const at95 = (taken: readonly number[]): string => ms(quantile(taken, 0.95));
  return [what, ms(usual), ms(meanwhile), times(meanwhile / usual), at95(whole), at95(silent), whole.length, '0.9x to 1.1x'];
}

export async function benchOutage(server: BuiltServer, databaseUrl: string, standIns: StandIns, gateway: Gateway): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 6, options: '-c timezone=UTC' });
  const receiver = await startReceiver();
  try {
    const house = await openConnectedHouse(server, pool, standIns);
    const partners = [await carriers(house, gateway), await shops(house, standIns), await receivers(house, receiver)];
    const compared: Compared[] = [];
    for (const partner of partners) compared.push(await compare(partner));
    return [
      {
        title: 'Shops and carriers while another one does not answer',
        note: `Milliseconds, as above. In every second turn a partner of the same kind takes all calls and answers none, and has work waiting: ${WAITING} parcels, orders or events. ${TURNS} turns of ${SAMPLES}.`,
        head: ['what', 'all answer p50', 'one silent p50', 'ratio', 'all answer p95', 'one silent p95', 'n of each', 'target'],
        rows: compared.map(rowOf),
      },
    ];
  } finally {
    receiver.close();
    await pool.end();
  }
}
