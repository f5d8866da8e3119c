import { sql } from 'drizzle-orm';
import type { HeldReason } from '#contract/channels/channel-orders';
import type { MerchantOrder } from '#contract/channels/merchant-orders';
import { addressFaults, plainZip, splitStreet } from '#contract/core/address';
import type { Address } from '#contract/core/fields';
import { addressReason } from '#contract/orders/reasons';
import type { Db } from '../../core/db/client.ts';
import { cell, type Row, statement } from '../../core/db/statement.ts';
import { items } from '../catalog/items/table.ts';
import { carriers } from '../shipping/carriers/table.ts';
import type { channelLines } from './tables.ts';

/** Why an order cannot be taken, and what the reason is about. */
export type Held = { reason: HeldReason; detail: string };
export type ChannelLine = Pick<typeof channelLines.$inferSelect, 'id' | 'sku' | 'qty' | 'name' | 'price' | 'itemId'>;
export type Resolved = { items: { itemId: string; pieces: number }[]; carrierId: string | null; consignee: Address };

/** An order goes to at most this many characters of detail, so that a thousand unknown SKUs fit. */
const DETAIL_MAX = 2000;
const STREET_NUMBER_MAX = 20;
/** The entry of a channel's mapping for orders that name no carrier. */
const ANY_CARRIER = '*';

const findCandidates = statement(
  { n: cell.integer, itemId: items.id, pieces: cell.integer, own: cell.boolean, exact: cell.boolean },
  ({
    wanted,
    merchantId,
  }: {
    wanted: string;
    merchantId: string;
  }) => sql`select w.n, c.id as item_id, c.pieces, c.merchant_id is not null as own, c.exact
    from jsonb_to_recordset(${wanted}::jsonb) as w(n int, sku text, item_id uuid)
    cross join lateral (
      select i.id, 1 as pieces, i.merchant_id, true as exact from items i where i.deleted_at is null and (i.id = w.item_id or (w.item_id is null and i.sku = w.sku))
        and (i.merchant_id = ${merchantId}::uuid or i.merchant_id is null)
      union all
      select i.id, a.pieces, i.merchant_id, false from item_aliases a join items i on i.id = a.item_id where a.code = w.sku and a.deleted_at is null and i.deleted_at is null
        and (w.item_id is null or w.item_id = i.id) and (i.merchant_id = ${merchantId}::uuid or i.merchant_id is null)) c`,
);
type Candidate = Row<typeof findCandidates>;

/** The merchant's own items come before shared ones. Null: none. Several: a person chooses. */
function choose(found: readonly Candidate[]): Candidate | 'several' | null {
  const own = found.filter((one) => one.own);
  const pool = own.length > 0 ? own : found;
  if (new Set(pool.map(({ itemId }) => itemId)).size > 1) return 'several';
  // An alias says how many pieces its code stands for. The SKU itself stands for one.
  return pool.find(({ exact }) => !exact) ?? pool[0] ?? null;
}

async function chooseItems(tx: Db, merchantId: string, lines: readonly ChannelLine[]): Promise<ReturnType<typeof choose>[]> {
  const wanted = JSON.stringify(lines.map(({ sku, itemId }, n) => ({ n, sku, item_id: itemId })));
  const found = await findCandidates(tx, { wanted, merchantId });
  return lines.map((_, n) => choose(found.filter((one) => one.n === n)));
}

/** Lines whose SKU is none of the merchant's items, or that of several. */
export async function unclearLines(tx: Db, merchantId: string, lines: readonly ChannelLine[]): Promise<ChannelLine[]> {
  const chosen = await chooseItems(tx, merchantId, lines);
  return lines.filter((_, n) => chosen[n] === null || chosen[n] === 'several');
}

async function resolveItems(tx: Db, merchantId: string, lines: readonly ChannelLine[]): Promise<Resolved['items'] | Held> {
  const chosen = await chooseItems(tx, merchantId, lines);
  const named = (of: 'several' | null): string =>
    [...new Set(lines.filter((_, n) => chosen[n] === of).map(({ sku }) => sku))].join(', ').slice(0, DETAIL_MAX);
  if (chosen.includes(null)) return { reason: 'unknownSku', detail: named(null) };
  if (chosen.includes('several')) return { reason: 'duplicateSku', detail: named('several') };
  return lines.flatMap(({ qty }, n) => {
    const one = chosen[n];
    return one && one !== 'several' ? [{ itemId: one.itemId, pieces: qty * one.pieces }] : [];
  });
}

const findCarrier = statement(
  { id: carriers.id },
  ({
    name,
  }: {
    name: string;
  }) => sql`select id from carriers where deleted_at is null and active and (lower(code) = lower(${name}) or lower(name) = lower(${name}))
    order by lower(code) = lower(${name}) desc limit 1`,
);

/** The carrier that the order names, by the channel's mapping or by its code or name. Without a name the house chooses. */
async function resolveCarrier(tx: Db, mapping: Record<string, string>, name: string): Promise<string | null | Held> {
  const mapped = mapping[name === '' ? ANY_CARRIER : name] ?? name;
  if (mapped === '') return null;
  return (await findCarrier.first(tx, { name: mapped }))?.id ?? { reason: 'noCarrier', detail: name || mapped };
}

/** The address as carriers expect it: a house number inside the street becomes a part of its own. */
export function shippable(given: Address): Address {
  const zip = plainZip(given.zip, given.country);
  if (given.streetNumber !== '') return { ...given, zip };
  const { streetName, streetNumber, addition } = splitStreet(given.streetName, given.country);
  if (streetNumber === '' || streetNumber.length > STREET_NUMBER_MAX) return { ...given, zip };
  return { ...given, zip, streetName, streetNumber, addition: [addition, given.addition].filter(Boolean).join(', ').slice(0, 100) };
}

export const isHeld = (result: object): result is Held => 'reason' in result;

/** What the house needs to take an order: an item for each line, a carrier, an address. Otherwise the first reason to hold it. */
export async function resolveOrder(
  tx: Db,
  channel: { merchantId: string; mapping: Record<string, string> },
  lines: readonly ChannelLine[],
  body: Pick<MerchantOrder, 'carrier' | 'consignee'>,
): Promise<Resolved | Held> {
  const found = await resolveItems(tx, channel.merchantId, lines);
  if (isHeld(found)) return found;
  const carrierId = await resolveCarrier(tx, channel.mapping, body.carrier);
  if (carrierId !== null && typeof carrierId !== 'string') return carrierId;
  const consignee = shippable(body.consignee);
  const faults = addressFaults(consignee);
  if (faults.length > 0) return { reason: 'badAddress', detail: addressReason(faults) };
  return { items: found, carrierId, consignee };
}
