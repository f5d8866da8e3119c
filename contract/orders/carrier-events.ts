import { type BlockerKind, PARCEL_STATES, type ParcelState } from './statuses.ts';

type CarrierEffect = { parcel: ParcelState | null; blocker: BlockerKind | null };

/**
 * Effect of Karrio's twelve normalised tracking states on a parcel and its task (domain 3.3). `pending` is sent when the label is bought,
 * before the handover, so it changes nothing: a task that was handed over stays shipped.
 */
export const CARRIER_EVENTS = {
  pending: { parcel: null, blocker: null },
  picked_up: { parcel: 'inTransit', blocker: null },
  in_transit: { parcel: 'inTransit', blocker: null },
  out_for_delivery: { parcel: 'outForDelivery', blocker: null },
  ready_for_pickup: { parcel: 'readyForPickup', blocker: null },
  delivered: { parcel: 'delivered', blocker: null },
  delivery_failed: { parcel: 'failed', blocker: 'problematic' },
  delivery_delayed: { parcel: null, blocker: 'problematic' },
  on_hold: { parcel: null, blocker: 'problematic' },
  return_to_sender: { parcel: 'returning', blocker: 'problematic' },
  cancelled: { parcel: null, blocker: 'manualHandlingAwaits' },
  unknown: { parcel: null, blocker: null },
} as const satisfies Record<string, CarrierEffect>;
export type CarrierEvent = keyof typeof CARRIER_EVENTS;

/** States that carrier events do not change: our own dock records the return of a parcel, and a void label is not tracked. */
const SETTLED: readonly ParcelState[] = ['returned', 'void'];

/**
 * The state of a parcel after an event. Events arrive late and out of order, so a parcel never moves back to an earlier state. After a
 * failed attempt the carrier may try again. While a parcel is returning, `delivered` means delivered to our dock, where the scan decides.
 */
export function parcelAfter(current: ParcelState, event: CarrierEvent): ParcelState {
  const next: ParcelState | null = CARRIER_EVENTS[event].parcel;
  if (next === null || SETTLED.includes(current) || current === 'returning') return current;
  if (next === 'failed') return current === 'delivered' ? current : next;
  if (current === 'failed') return next === 'inTransit' ? current : next;
  return PARCEL_STATES.indexOf(next) > PARCEL_STATES.indexOf(current) ? next : current;
}
