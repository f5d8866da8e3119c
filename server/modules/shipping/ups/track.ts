import { instantAt } from '#contract/core/wall-clock';
import type { CarrierEvent } from '#contract/orders/carrier-events';
import { CarrierError, type Tracked } from '../adapter.ts';
import { callUps, type UpsAccess } from './client.ts';
import { type Activity, Tracks } from './shapes.ts';

/** Types of status at UPS. */
const EVENTS: Record<string, CarrierEvent> = {
  M: 'pending',
  MV: 'cancelled',
  P: 'picked_up',
  I: 'in_transit',
  O: 'out_for_delivery',
  DO: 'ready_for_pickup',
  D: 'delivered',
  X: 'delivery_delayed',
  RS: 'return_to_sender',
  W: 'in_transit',
};
/** Parcels asked at once. */
const LANES = 4;

/** `20261127` and `140500` or `14:05:00` as date, hours and minutes; null without both. */
function partsOf(date: string | null | undefined, time: string | null | undefined) {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date ?? '') ?? [];
  const [, hours, minutes, seconds = '00'] = /^(\d{2}):?(\d{2}):?(\d{2})?$/.exec(time ?? '') ?? [];
  return year === undefined || hours === undefined ? null : { date: `${year}-${month}-${day}`, hours, minutes, seconds };
}
/** The instant by Greenwich, else by the clock of the house. NaN without a time. */
function instantOf({ gmtDate, gmtTime, date, time }: Activity, zone: string): number {
  const gmt = partsOf(gmtDate, gmtTime);
  if (gmt) return Date.parse(`${gmt.date}T${gmt.hours}:${gmt.minutes}:${gmt.seconds}Z`);
  const local = partsOf(date, time);
  return local ? instantAt(local.date, Number(local.hours) * 60 + Number(local.minutes), zone) : Number.NaN;
}

const trackedOf = (trackingNo: string, activity: Activity, zone: string): Tracked[] => {
  const at = instantOf(activity, zone);
  if (Number.isNaN(at)) return [];
  const { status, location } = activity;
  return [
    {
      trackingNo,
      event: EVENTS[status?.type ?? ''] ?? 'unknown',
      at: new Date(at).toISOString(),
      text: status?.description ?? '',
      place: location?.address?.city ?? '',
    },
  ];
};

/** Asks UPS for these numbers. One that UPS does not know yet does not hide the others. */
export async function trackAt(access: UpsAccess, numbers: readonly string[], signal: AbortSignal): Promise<Tracked[]> {
  const waiting = [...numbers];
  const found: Tracked[] = [];
  const lane = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      try {
        const { trackResponse } = await callUps(access, `/api/track/v1/details/${encodeURIComponent(number)}?locale=en_US`, Tracks, {
          signal,
        });
        for (const shipment of trackResponse.shipment ?? [])
          for (const one of shipment.package ?? [])
            for (const activity of one.activity ?? []) found.push(...trackedOf(number, activity, access.zone));
      } catch (error) {
        if (!(error instanceof CarrierError && ['refused', 'gone'].includes(error.fault.kind))) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}
