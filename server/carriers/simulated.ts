import { sql } from 'drizzle-orm';
import type { Address } from '#contract/fields';
import type { CarrierEvent } from '#contract/task/carrier-events';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { type Booked, type CarrierAdapter, CarrierError, type LabelRequest, type Tracked } from './adapter.ts';
import { faultOf, type Odds } from './faults.ts';
import { trackingNumber } from './numbers.ts';

/** A parcel's way by the clock, from the moment it was given to the carrier. */
const WAY: readonly { event: CarrierEvent; hours: number; text: string }[] = [
  { event: 'picked_up', hours: 0, text: 'Picked up' },
  { event: 'in_transit', hours: 3, text: 'In the parcel centre of departure' },
  { event: 'in_transit', hours: 12, text: 'In the parcel centre of destination' },
  { event: 'out_for_delivery', hours: 18, text: 'Out for delivery' },
  { event: 'delivered', hours: 23, text: 'Delivered' },
];

const plain = (text: string): string => text.replace(/[\^~\p{Cc}]/gu, ' ');
/** Enough to stick on a box and read at a dock; what a real carrier answers is printed as it comes. */
function zpl(carrier: string, { parcelNo, consignee }: LabelRequest, trackingNo: string): string {
  const lines = [
    consignee.name1,
    `${consignee.streetName} ${consignee.streetNumber}`,
    `${consignee.country} ${consignee.zip} ${consignee.city}`,
    parcelNo,
  ];
  const texts = [carrier, ...lines].map((line, n) => `^FO40,${40 + n * 50}^A0N,36^FD${plain(line)}^FS`);
  return `^XA^CI28\n${texts.join('\n')}\n^FO40,320^BY3^BCN,160^FD${trackingNo}^FS\n^XZ\n`;
}

/** Booked, but we do not learn of it before our patience ends. */
const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new CarrierError({ kind: 'temporary', message: 'Timed out.' })));
  });

const bookedOf = (row: Record<string, unknown>): Booked => ({
  shipmentId: row['id'] as string,
  trackingNo: row['tracking_no'] as string,
  retourNo: (row['retour_no'] as string) || null,
  label: { format: 'zpl', bytes: Buffer.from(row['label'] as string) },
});

/** A carrier as an outside service would be, with its own memory and its own faults. Its calls run in no transaction of ours. */
export function simulatedCarrier(db: Db, carrier: string, odds: Odds): CarrierAdapter {
  const nextNumber = async (): Promise<string> => {
    const [row] = rowsOf(await db.execute(sql`select nextval(pg_get_serial_sequence('sim_shipments', 'serial'))::int as n`));
    return trackingNumber(carrier, row?.['n'] as number);
  };
  return {
    async label(request, signal) {
      const fault = faultOf(request.consignee, odds);
      if (fault === 'down') throw new CarrierError({ kind: 'temporary', message: 'Service unavailable.' });
      if (fault === 'refuseAddress')
        throw new CarrierError({
          kind: 'refusedAddress',
          message: 'The street is not known in this place.',
          fields: ['streetName', 'streetNumber', 'zip'] satisfies (keyof Address)[],
        });
      const trackingNo = await nextNumber();
      const retourNo = request.retour ? await nextNumber() : '';
      const [row] = rowsOf(
        await db.execute(sql`insert into sim_shipments (carrier, reference, tracking_no, retour_no, consignee, label)
          values (${carrier}, ${request.reference}, ${trackingNo}, ${retourNo}, ${JSON.stringify(request.consignee)}::jsonb, ${zpl(carrier, request, trackingNo)}) returning *`),
      );
      if (fault === 'timeoutAfterBooking') return silence(signal);
      if (fault === 'lostAnswer') throw new CarrierError({ kind: 'temporary', message: 'Connection reset.' });
      return bookedOf(row ?? {});
    },
    async find(reference) {
      const [row] = rowsOf(
        await db.execute(
          sql`select * from sim_shipments where carrier = ${carrier} and reference = ${reference} and voided_at is null order by id limit 1`,
        ),
      );
      return row ? bookedOf(row) : null;
    },
    async void(shipmentId) {
      const [row] = rowsOf(
        await db.execute(
          sql`update sim_shipments set voided_at = coalesce(voided_at, now()) where id = ${shipmentId}::uuid and given_at is null returning id`,
        ),
      );
      if (!row) throw new CarrierError({ kind: 'refused', message: 'The parcel is already under way.' });
    },
    // Cut to the millisecond: a column of milliseconds rounds up, and a movement in the future is not told yet.
    async track(trackingNos) {
      const rows = rowsOf(
        await db.execute(sql`update sim_shipments set given_at = coalesce(given_at, date_trunc('milliseconds', clock_timestamp()))
          where carrier = ${carrier} and tracking_no = any(${`{${trackingNos.join(',')}}`}::text[]) and voided_at is null
          returning tracking_no, extract(epoch from given_at) * 1000 as given, consignee->>'city' as city`),
      );
      return rows.flatMap((row): Tracked[] =>
        WAY.map(({ event, hours, text }) => ({
          trackingNo: row['tracking_no'] as string,
          event,
          text,
          place: event === 'picked_up' ? '' : (row['city'] as string),
          at: new Date(Number(row['given']) + hours * 3_600_000).toISOString(),
        })).filter(({ at }) => at <= new Date().toISOString()),
      );
    },
  };
}
