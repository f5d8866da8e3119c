import { instantAt } from '#contract/core/wall-clock';
import { CARRIER_EVENTS, type CarrierEvent } from '#contract/orders/carrier-events';
import { CarrierError, type Tracked } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { callKarrio, type KarrioAccess } from './client.ts';
import { Connections, Tracker } from './shapes.ts';

/** Trackers asked at once. */
const LANES = 6;
type Event = NonNullable<Tracker['events']>[number];
const isEvent = (status: string | null | undefined): status is CarrierEvent => !!status && status in CARRIER_EVENTS;

/** When an event happened: its instant, or day and time on the wall clock of `zone` (`14:05`, `02:05 PM`). NaN without a time. */
function instantOf({ timestamp, date, time }: Event, zone: string): number {
  if (timestamp) return Date.parse(timestamp);
  const [, hours, minutes, half] = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([AP]M)?$/i.exec(time ?? '') ?? [];
  if (!date || hours === undefined) return Number.NaN;
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours);
  return instantAt(date.slice(0, 10), hour * 60 + Number(minutes), zone);
}

/** The events of a tracker. An event without a time of its own is left out: it could not be told from another one. */
export function eventsOf({ tracking_number: trackingNo, status, events }: Tracker, zone: string): Tracked[] {
  return (events ?? []).flatMap((event, n): Tracked[] => {
    const at = instantOf(event, zone);
    if (Number.isNaN(at)) return [];
    // Karrio lists the newest event first; the tracker's own status is that event's.
    const word = isEvent(event.status) ? event.status : n === 0 && isEvent(status) ? status : 'unknown';
    return [{ trackingNo, event: word, at: new Date(at).toISOString(), text: event.description ?? '', place: event.location ?? '' }];
  });
}

/** Asks Karrio for the trackers of these numbers. A number that has none yet gets one. */
export async function trackAt(
  { zone, ...access }: KarrioAccess,
  { account }: Connection,
  numbers: readonly string[],
  signal: AbortSignal,
): Promise<Tracked[]> {
  const carrierName = async (): Promise<string> => {
    const { results } = await callKarrio(access, '/v1/connections?active=true', Connections, { signal });
    return results.find(({ carrier_id: id }) => id === account)?.carrier_name ?? '';
  };
  const trackerOf = async (number: string): Promise<Tracker> => {
    const path = `/v1/trackers/${encodeURIComponent(number)}`;
    return callKarrio(access, path, Tracker, { signal }).catch(async (error: unknown) => {
      if (!(error instanceof CarrierError && error.fault.kind === 'gone')) throw error;
      const body = { tracking_number: number, carrier_name: await carrierName() };
      return callKarrio(access, '/v1/trackers?pending_pickup=true', Tracker, { method: 'POST', body, signal });
    });
  };
  const waiting = [...numbers];
  const found: Tracked[] = [];
  const lane = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      try {
        found.push(...eventsOf(await trackerOf(number), zone));
      } catch (error) {
        // One unknown number does not hide the others.
        if (!(error instanceof CarrierError && ['refused', 'gone'].includes(error.fault.kind))) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}
