import type { House, Item } from './model.ts';
import type { Random } from './random.ts';
import type { Rows } from './rows.ts';
import type { Move, Side } from './stock-rows.ts';

/** Stock that follows from the moves. */

type Balance = { item: Item; placeId: string; condition: string; onHand: number };
const keyOf = (item: Item, placeId: string, condition: string): string => `${item.id} ${placeId} ${condition}`;

/** Balances by item, place and condition, brought up to an instant move by move. */
export type Stock = {
  balances: Map<string, Balance>;
  /** Applies a move. @throws Error if goods would be taken from a place where they are not */
  apply: (move: Pick<Move, 'at' | 'item' | 'qty' | 'condition' | 'from' | 'to'>) => void;
  onHand: (item: Item, placeId: string) => number;
};

export function makeStock(): Stock {
  const balances = new Map<string, Balance>();
  const book = (item: Item, side: Side, condition: string, qty: number): void => {
    if ('outside' in side) return;
    const key = keyOf(item, side.placeId, condition);
    const balance = balances.get(key) ?? { item, placeId: side.placeId, condition, onHand: 0 };
    balance.onHand += qty;
    balances.set(key, balance);
    if (balance.onHand < 0) throw new Error(`the history takes ${item.sku} from a place where it is not`);
  };
  return {
    balances,
    apply({ item, qty, condition = 'good', from, to }) {
      book(item, from, condition, -qty);
      book(item, to, condition, qty);
    },
    onHand: (item, placeId) => balances.get(keyOf(item, placeId, 'good'))?.onHand ?? 0,
  };
}

/** Rows of the balances on shelves, with what is promised to orders. */
export function addBalances(rows: Rows, random: Random, house: House, items: readonly Item[], { balances }: Stock, at: number): void {
  const codes = new Map([...house.places].map(([code, id]) => [id, code]));
  const promised = new Map<string, number>();
  for (const { balance_id: id, qty } of rows.read('reservations')) if (id) promised.set(id, (promised.get(id) ?? 0) + Number(qty));
  // Every item has its shelf, also if nothing is left on it; the picklists refer to it.
  for (const item of items) {
    const key = keyOf(item, item.placeId, 'good');
    if (!balances.has(key)) balances.set(key, { item, placeId: item.placeId, condition: 'good', onHand: 0 });
  }
  for (const { item, placeId, condition, onHand } of balances.values()) {
    const isShelf = placeId === item.placeId && condition === 'good';
    if (!isShelf && onHand === 0) continue;
    const id = isShelf ? item.balanceId : random.uuid(at);
    rows.add('stock_balances', at, {
      id,
      merchant_id: house.merchants.get(item.merchant)?.id ?? null,
      item_id: item.id,
      sku: item.sku,
      item_name: item.name,
      compartment_id: placeId,
      place: codes.get(placeId) ?? '',
      condition,
      on_hand: onHand,
      reserved: promised.get(id) ?? 0,
    });
  }
}
