import { type SQL, sql } from 'drizzle-orm';
import type { Profile } from '#contract/scanning/commands';

export type Needs = {
  tasks?: SQL;
  /** Sort condition over tasks `t`: these come first if there are more than the limit. */
  first?: SQL;
  /** Only parcels are needed, no lines. */
  parcelsOnly?: true;
  picklists?: SQL;
  stock?: SQL;
  places?: true | SQL;
  units?: boolean;
  counts?: boolean;
  lists?: boolean;
  merchants?: boolean;
  /** Cartons of the house, which are scanned when a parcel is closed. */
  packaging?: true;
};
const inHand = sql`t.kind in ('outbound', 'transportLabel') and (t.picked > t.shipped or t.status in ('packingCompleted', 'weightNeeded', 'dimensionNeeded', 'shipmentLabelAwaits', 'transportLabelAwaits', 'readyToSwap'))`;
/** For carts and pack tables the work contains the orders that wait in them. Other compartments are looked up by code. */
const pack = { tasks: inHand, first: sql`t.picked > t.packed`, places: sql`c.kind in ('cart', 'pack')`, packaging: true } satisfies Needs;

/**
 * Data that each station needs to work offline. Conditions are over tasks `t`, picklists `k` and balances `b` with their compartment `c`.
 */
export const NEEDS: Record<Profile, Needs> = {
  receiving: { tasks: sql`t.kind in ('inbound', 'retour') and t.receipt_closed_at is null` },
  receivingScan: { tasks: sql`t.kind = 'inbound' and t.receipt_closed_at is null`, places: true },
  received: { tasks: sql`t.kind in ('inbound', 'retour') and t.receipt_closed_at is not null and t.prepared_at is null` },
  putAway: {
    tasks: sql`t.kind in ('inbound', 'retour') and t.received > t.put_away`,
    stock: sql`c.kind in ('dock', 'returns', 'cart', 'pack') and b.free > 0`,
    places: true,
  },
  // The stock around a walk shows whether two lots share the compartment and whether the pick empties it.
  pickingScan: {
    picklists: sql`k.state in ('open', 'printed', 'picking')`,
    places: true,
    stock: sql`b.serial = '' and (b.item_id, b.compartment_id) in (select p.item_id, p.compartment_id from picklist_lines q
      join picklists k on k.id = q.picklist_id join stock_balances p on p.id = q.balance_id where q.open and k.state in ('open', 'printed', 'picking') and k.deleted_at is null)`,
  },
  packScanOrder: pack,
  packScanBatch: { ...pack, picklists: sql`k.state in ('picking', 'done') and k.created_at > now() - interval '7 days' and k.picked > 0` },
  packScanSingle: {
    tasks: sql`t.kind = 'outbound' and t.pieces = 1 and t.packed = 0 and t.status in ('readyToPick', 'inPicklist', 'picklistPrinted', 'readyToPack')`,
    stock: sql`b.reserved > 0`,
    places: sql`c.kind in ('cart', 'pack')`,
    packaging: true,
  },
  PackScanEF: pack,
  PackScanPre: pack,
  packScanRef: pack,
  shippingScan: { tasks: sql`t.kind in ('outbound', 'transportLabel') and t.packed > t.shipped`, parcelsOnly: true, lists: true },
  loggingScan: {},
  snScan: {
    tasks: inHand,
    stock: sql`b.serial = '' and b.free > 0 and exists (select from items i where i.id = b.item_id and i.serial_mode <> 'none')`,
    places: true,
  },
  skuScan: { stock: sql`true`, places: true },
  count: { counts: true, places: true },
  return: { tasks: sql`t.kind = 'retour' and t.receipt_closed_at is null`, places: true, merchants: true },
  move: { stock: sql`b.free > 0 and b.unit_id is null`, places: true, units: true },
};
