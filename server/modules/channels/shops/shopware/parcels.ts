import type { Fulfilled, Shipment } from '../platform.ts';
import { OPEN } from './criteria.ts';
import { goodsOf } from './read-order.ts';
import type { Delivery, LineItem, Parcels } from './shapes.ts';

/**
 * What a delivery of the shop knows of its parcels. Its state says only whether something or everything was shipped, so each parcel is written into
 * a custom field of the delivery, together with the tracking number and before the state. An answer that is lost in between shows by that.
 */

type Goods = Pick<Delivery, 'positions' | 'stateMachineState'>;
type Lines = readonly LineItem[];

/** Pieces by line that are in none of these parcels. */
export function remainingOf(delivery: Pick<Delivery, 'positions'>, lines: Lines, parcels: Parcels): Map<string, number> {
  const remaining = new Map(goodsOf(delivery, lines).map(({ item, qty }) => [item.id, qty]));
  for (const parcel of parcels)
    for (const [line, qty] of Object.entries(parcel.lines)) remaining.set(line, Math.max(0, (remaining.get(line) ?? 0) - qty));
  return remaining;
}
/** The state to which these parcels bring a delivery. */
export const stateBy = (delivery: Goods, lines: Lines, parcels: Parcels): 'shipped' | 'shipped_partially' =>
  [...remainingOf(delivery, lines, parcels).values()].every((qty) => qty === 0) ? 'shipped' : 'shipped_partially';

/** A parcel whose state was not reached counts as not told, so that it is told once more; to tell it again changes nothing but the state. */
export function fulfilledOf({ order: { lineItems }, customFields: parcels, trackingCodes, ...delivery }: Delivery): Fulfilled {
  const state = delivery.stateMachineState;
  const isOpen = OPEN.includes(state);
  const isReached = !isOpen || parcels.length === 0 || state === stateBy(delivery, lineItems, parcels);
  const reported = isReached ? parcels : parcels.slice(0, -1);
  const numbers = reported.map(({ trackingNo }) => trackingNo);
  return {
    isOpen: true,
    // Of a delivery that is closed nothing remains, whoever shipped it.
    remaining: isOpen ? remainingOf(delivery, lineItems, reported) : new Map(),
    trackingNos: isOpen ? numbers : [...numbers, ...trackingCodes],
  };
}

/** The parcels of a delivery with this one. */
export const withParcel = (parcels: Parcels, { trackingNo, lines }: Pick<Shipment, 'trackingNo' | 'lines'>): Parcels => [
  ...parcels.filter((one) => one.trackingNo !== trackingNo),
  { trackingNo, lines: Object.fromEntries(lines.map(({ line, qty }) => [line, qty])) },
];
