import { instantAt } from '#contract/core/wall-clock';
import type { CarrierEvent } from '#contract/orders/carrier-events';
import { CarrierError, type Tracked } from '../adapter.ts';
import { callTracking, type DhlAccess } from './client.ts';
import { type Event, Tracks } from './shapes.ts';

/** DHL's five states. */
const EVENTS: Record<string, CarrierEvent> = {
  'pre-transit': 'pending',
  transit: 'in_transit',
  delivered: 'delivered',
  failure: 'delivery_failed',
};
/** Milliseconds after which no further number is asked: those that follow are asked in a later round. */
const ROUND = 15_000;

/** An instant, or a wall clock in the house's zone. NaN without a time. */
function instantOf(timestamp: string | null | undefined, zone: string): number {
  const [, date, hours, minutes, rest] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(.*)$/.exec(timestamp ?? '') ?? [];
  if (date === undefined) return Number.NaN;
  if (/[zZ]|[+-]\d{2}:?\d{2}$/.test(rest ?? '')) return Date.parse(timestamp ?? '');
  return instantAt(date, Number(hours) * 60 + Number(minutes), zone);
}

const trackedOf = (trackingNo: string, event: Event, zone: string): Tracked[] => {
  const at = instantOf(event.timestamp, zone);
  if (Number.isNaN(at)) return [];
  return [
    {
      trackingNo,
      event: EVENTS[event.statusCode ?? ''] ?? 'unknown',
      at: new Date(at).toISOString(),
      text: event.description || event.status || '',
      place: event.location?.address?.addressLocality ?? '',
    },
  ];
};

/**
 * Asks DHL for one number after the other: its plans allow few calls a second and a day. When DHL says that it is enough, or after 15
 * seconds, what was found so far is the answer. Each round begins with another number, so that none is always the last.
 */
export async function trackAt(access: DhlAccess, numbers: readonly string[], signal: AbortSignal): Promise<Tracked[]> {
  const first = Math.floor(Math.random() * numbers.length);
  const until = performance.now() + ROUND;
  const found: Tracked[] = [];
  for (const number of [...numbers.slice(first), ...numbers.slice(0, first)]) {
    if (performance.now() > until) break;
    try {
      const { shipments } = await callTracking(access, `trackingNumber=${encodeURIComponent(number)}`, Tracks, signal);
      for (const { events, status } of shipments)
        for (const event of events?.length ? events : status ? [status] : []) found.push(...trackedOf(number, event, access.zone));
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      // A number that DHL does not know yet does not hide the others.
      if (error.fault.kind === 'gone' || error.fault.kind === 'refused') continue;
      if (found.length === 0) throw error;
      break;
    }
  }
  return found;
}
