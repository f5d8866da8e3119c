import type { ScanCommand } from '#contract/scanning/commands';
import { addressOf } from './address.ts';
import type { TestServer } from './server.ts';
import { type House, uuid7 } from './warehouse.ts';

/** Random work in a warehouse, aimed at what the database says could be worked on now; by the time it arrives somebody else may have done it. */

export type World = { inbound: string; retour: string; tasks: string[]; items: { id: string; sku: string; serial: boolean }[] };
export type Step = { kind: string; a: number; b: number; qty: number };
/** What the model knows: pieces that came in minus pieces that went out, by item; and which confirmed scans may be taken back. */
export type Model = { inHouse: Map<string, number>; undoable: { id: string; itemId: string; delta: number }[] };
type Attempt = { act: ScanCommand; itemId: string; delta: number } | null;

/** A world to work in, each kind of work by scan, and what the office does meanwhile. */
export function randomWork(server: TestServer, house: House, admin: string) {
  const rows = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
  const nth = <T>(list: readonly T[], n: number): T | undefined => (list.length === 0 ? undefined : list[n % list.length]);
  const goods = { lot: '', expiry: null };

  async function makeWorld(run: number): Promise<World> {
    const items: World['items'] = [];
    for (const [n, mode] of ['none', 'none', 'full'].entries()) {
      const sku = `MODEL-${run}-${n}`;
      const [row] = await rows(`insert into items (sku, name, merchant_id, serial_mode) values ($1, $1, $2, $3) returning id`, [
        sku,
        house.merchantId,
        mode,
      ]);
      items.push({ id: row.id, sku, serial: mode === 'full' });
    }
    const make = async (kind: string, lines: { sku: string; qty: number }[], more = {}) =>
      (
        await server.call<{ id: string }>(
          'POST',
          '/v0/tasks',
          {
            kind,
            merchantId: house.merchantId,
            lines,
            labelSource: 'none',
            consignee: addressOf({ name1: 'A' }),
            ...more,
          },
          admin,
        )
      ).data.id;
    const tasks: string[] = [];
    for (let n = 0; n < 6; n++)
      tasks.push(
        await make(
          'outbound',
          items.map(({ sku }, i) => ({ sku, qty: 1 + ((n + i) % 3) })),
        ),
      );
    return {
      items,
      tasks,
      inbound: await make(
        'inbound',
        items.map(({ sku }) => ({ sku, qty: 1000 })),
      ),
      retour: await make(
        'retour',
        items.map(({ sku }) => ({ sku, qty: 500 })),
      ),
    };
  }

  /** Each kind of work, aimed at what the database says could be worked on now; by the time it arrives somebody else may have done it. */
  const WORK: Record<string, (world: World, step: Step, model: Model) => Promise<Attempt>> = {
    receive: async ({ inbound, items }, { a, qty }) => {
      const item = nth(items, a) as World['items'][number];
      const [line] = await rows('select id from task_lines where task_id = $1 and item_id = $2', [inbound, item.id]);
      const n = item.serial ? 1 : qty;
      return {
        act: {
          do: 'receive',
          taskId: inbound,
          lineId: line.id,
          itemId: item.id,
          qty: n,
          ...goods,
          serial: item.serial ? `S${a % 40}` : '',
          condition: 'good',
          compartmentId: house.dock,
          reason: '',
        },
        itemId: item.id,
        delta: n,
      };
    },
    putAway: async ({ inbound, items }, { a, b, qty }) => {
      const row = nth(
        await rows('select * from stock_balances where compartment_id = $1 and item_id = any($2) and free > 0 order by id', [
          house.dock,
          items.map((i) => i.id),
        ]),
        a,
      );
      return row
        ? {
            act: {
              do: 'putAway',
              taskId: inbound,
              itemId: row.item_id,
              qty: row.serial ? 1 : qty,
              ...goods,
              serial: row.serial,
              condition: 'good',
              fromId: house.dock,
              toId: nth(house.shelves, b) as string,
            },
            itemId: row.item_id,
            delta: 0,
          }
        : null;
    },
    move: async ({ items }, { a, b, qty }) => {
      const row = nth(
        await rows('select * from stock_balances where compartment_id = any($1) and item_id = any($2) and free > 0 order by id', [
          house.shelves,
          items.map((i) => i.id),
        ]),
        a,
      );
      return row
        ? {
            act: {
              do: 'move',
              itemId: row.item_id,
              qty: row.serial ? 1 : qty,
              ...goods,
              serial: row.serial,
              condition: 'good',
              fromId: row.compartment_id,
              toId: nth(house.shelves, b) as string,
              unitId: null,
            },
            itemId: row.item_id,
            delta: 0,
          }
        : null;
    },
    pick: async ({ tasks }, { a, qty }) => {
      const row = nth(
        await rows(
          'select q.*, b.serial from picklist_lines q join stock_balances b on b.id = q.balance_id where q.open and q.task_id = any($1) order by q.id',
          [tasks],
        ),
        a,
      );
      return row
        ? {
            act: { do: 'pick', picklistLineId: row.id, qty: row.serial ? 1 : qty, serial: row.serial, cartId: house.cart },
            itemId: row.item_id,
            delta: 0,
          }
        : null;
    },
    short: async ({ tasks }, { a }) => {
      const row = nth(await rows('select * from picklist_lines where open and task_id = any($1) order by id', [tasks]), a);
      return row
        ? { act: { do: 'short', picklistLineId: row.id, qty: 1, reason: 'missing', seen: 0 }, itemId: row.item_id, delta: 0 }
        : null;
    },
    pack: async ({ tasks }, { a, qty }) => {
      const row = nth(
        await rows(
          'select l.*, b.serial from task_lines l join reservations v on v.line_id = l.id and v.picked join stock_balances b on b.id = v.balance_id and b.unit_id is null where l.task_id = any($1) order by l.id, b.id',
          [tasks],
        ),
        a,
      );
      if (!row) return null;
      const [open] = await rows(`select id from parcels where task_id = $1 and state = 'open'`, [row.task_id]);
      return {
        act: {
          do: 'pack',
          taskId: row.task_id,
          lineId: row.id,
          parcelId: open?.id ?? uuid7(),
          qty: row.serial ? 1 : qty,
          serial: row.serial,
          compartmentId: house.table,
        },
        itemId: row.item_id,
        delta: 0,
      };
    },
    packShort: async ({ tasks }, { a }) => {
      const row = nth(await rows('select * from task_lines where task_id = any($1) and picked > packed order by id', [tasks]), a);
      return row
        ? { act: { do: 'packShort', taskId: row.task_id, lineId: row.id, qty: 1, reason: 'damaged' }, itemId: row.item_id, delta: 0 }
        : null;
    },
    close: async ({ tasks, items }, { a }) => {
      const row = nth(await rows(`select * from parcels where task_id = any($1) and state = 'open' order by id`, [tasks]), a);
      return row
        ? {
            act: { do: 'closeParcel', taskId: row.task_id, parcelId: row.id, weight: 500, length: null, width: null, height: null },
            itemId: (items[0] as World['items'][number]).id,
            delta: 0,
          }
        : null;
    },
    ship: async ({ tasks, items }, { a }) => {
      const row = nth(
        await rows(`select * from parcels where task_id = any($1) and state in ('closed', 'labelled') order by id`, [tasks]),
        a,
      );
      return row
        ? { act: { do: 'handOver', parcelId: row.id, loadingListId: null }, itemId: (items[0] as World['items'][number]).id, delta: 0 }
        : null;
    },
    takeBack: async ({ retour, items, tasks }, { a }) => {
      const row = nth(await rows('select * from task_lines where task_id = any($1) and shipped > 0 order by id', [tasks]), a);
      const item = items.find(({ id }) => id === row?.item_id);
      if (!row || !item) return null;
      const [sold] = item.serial
        ? await rows(`select serial from serials where item_id = $1 and state = 'shipped' order by serial limit 1`, [item.id])
        : [{ serial: '' }];
      if (!sold) return null;
      return {
        act: {
          do: 'takeBack',
          taskId: retour,
          lineId: null,
          itemId: item.id,
          qty: 1,
          ...goods,
          serial: sold.serial,
          outcome: a % 3 === 0 ? 'scrap' : 'restock',
          compartmentId: house.returns,
          note: '',
        },
        itemId: item.id,
        delta: a % 3 === 0 ? 0 : 1,
      };
    },
    undo: async (_, { a }, { undoable }) => {
      const done = nth(undoable, a);
      return done ? { act: { do: 'undo', scanId: done.id }, itemId: done.itemId, delta: -done.delta } : null;
    },
  };
  /** What the office does meanwhile. */
  const OFFICE: Record<string, (world: World, step: Step) => Promise<unknown>> = {
    list: ({ tasks }) => server.call('POST', '/v0/picklists', { kind: 'batch', taskIds: tasks }, admin),
    allocate: ({ tasks }, { a }) => server.call('POST', `/v0/tasks/${nth(tasks, a)}/command/updateStatusByInventory`, {}, admin),
    unlink: ({ tasks }, { a }) =>
      server.call('POST', `/v0/tasks/${nth(tasks, a)}/command/requestUnlinkInventory`, { reason: 'test' }, admin),
    cancel: ({ tasks }, { a }) => server.call('POST', `/v0/tasks/${nth(tasks, a)}/command/requestCancel`, { reason: 'test' }, admin),
    acceptCancel: ({ tasks }, { a }) => server.call('POST', `/v0/tasks/${nth(tasks, a)}/command/acceptCancel`, {}, admin),
  };
  /** A hand-over takes whatever lies in the box; the model reads it off the ledger rows of that one scan. */
  const shippedBy = (scanId: string) =>
    rows(
      `select item_id, sum(case when to_place = 'customer' then qty when from_place = 'customer' then -qty else 0 end)::int as n from stock_moves where scan_id = $1 group by 1`,
      [scanId],
    );

  return { makeWorld, WORK, OFFICE, rows, shippedBy };
}
