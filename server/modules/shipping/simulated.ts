import { sql } from 'drizzle-orm';
import { majorOf, minorDigits } from '#contract/core/currency';
import type { Address } from '#contract/core/fields';
import type { CarrierEvent } from '#contract/orders/carrier-events';
import { FAULT_NAMES, FAULTS, type Fault, type Odds } from '#contract/shipping/simulated-faults';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import { type Booked, type CarrierAdapter, CarrierError, type LabelRequest, type Placed, type Tracked } from './adapter.ts';
import { trackingNumber } from './numbers.ts';
import { refuseWithoutAmount } from './services-at.ts';
import { simShipments } from './tables.ts';

/** The simulated fault of this call, if any. */
function faultOf(consignee: Address, odds: Odds, random: () => number = Math.random): Fault | null {
  return FAULT_NAMES.find((fault) => consignee.name2 === FAULTS[fault] || random() < (odds[fault] ?? 0)) ?? null;
}

/** Tracking events of a parcel, by hours since it was handed to the carrier. */
const WAY: readonly { event: CarrierEvent; hours: number; text: string }[] = [
  { event: 'picked_up', hours: 0, text: 'Picked up' },
  { event: 'in_transit', hours: 3, text: 'In the parcel centre of departure' },
  { event: 'in_transit', hours: 12, text: 'In the parcel centre of destination' },
  { event: 'out_for_delivery', hours: 18, text: 'Out for delivery' },
  { event: 'delivered', hours: 23, text: 'Delivered' },
];

const plain = (text: string): string => text.replace(/[\^~\p{Cc}]/gu, ' ');
/** A minimal label. Labels of real carriers are printed as received. */
function zpl(carrier: string, { parcelNo, consignee, amounts, currency }: LabelRequest, trackingNo: string): string {
  const lines = [
    consignee.name1,
    `${consignee.streetName} ${consignee.streetNumber}`,
    `${consignee.country} ${consignee.zip} ${consignee.city}`,
    parcelNo,
    ...(amounts.cashOnDelivery === null
      ? []
      : [`COD ${majorOf(amounts.cashOnDelivery, currency).toFixed(minorDigits(currency))} ${currency}`]),
  ];
  const texts = [carrier, ...lines].map((line, n) => `^FO40,${40 + n * 50}^A0N,36^FD${plain(line)}^FS`);
  return `^XA^CI28\n${texts.join('\n')}\n^FO40,320^BY3^BCN,160^FD${trackingNo}^FS\n^XZ\n`;
}

/** Simulates a timeout: the shipment is booked, but the answer never arrives. */
const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new CarrierError({ kind: 'unknown', message: 'Timed out.' })));
  });

const EUROPEAN = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
/** The simulated carrier's zone, and how many times the domestic price it costs. */
const zoneOf = (from: string, to: string): { zone: string; times: number } => {
  if (from === to || from === '' || to === '') return { zone: '1', times: 1 };
  return EUROPEAN.includes(from) && EUROPEAN.includes(to) ? { zone: '2', times: 2 } : { zone: '3', times: 4 };
};
/** Domestic price in cents up to this weight in grams. */
const STEPS = [
  [1000, 349],
  [2000, 389],
  [5000, 449],
  [10_000, 510],
  [Number.POSITIVE_INFINITY, 890],
] as const;

/** Price in per cent of that, and working days within the country. Each further zone takes two more. */
const TERMS: Record<string, { percent: number; days: number }> = { DPD: { percent: 92, days: 2 }, UPS: { percent: 118, days: 1 } };
const USUAL = { percent: 100, days: 1 };
function priceOf(carrier: string, { consignor, consignee, weight }: Pick<LabelRequest, 'consignor' | 'consignee' | 'weight'>) {
  const { zone, times } = zoneOf(consignor.country, consignee.country);
  const [, domestic = 0] = STEPS.find(([most]) => weight <= most) ?? [];
  const { percent, days } = TERMS[carrier] ?? USUAL;
  return { zone, amount: Math.round((domestic * times * percent) / 100), days: days + 2 * (Number(zone) - 1) };
}

const BOOKED = {
  id: simShipments.id,
  trackingNo: simShipments.trackingNo,
  retourNo: simShipments.retourNo,
  label: simShipments.label,
  price: simShipments.price,
  zone: simShipments.zone,
};
const nextSerial = statement({ n: cell.integer }, () => sql`select nextval(pg_get_serial_sequence('sim_shipments', 'serial'))::int as n`);
/** A draft of this parcel that was not bought yet is taken again. */
const findDraft = statement(
  { id: simShipments.id },
  ({ carrier, reference }: { carrier: string; reference: string }) =>
    sql`select id from sim_shipments where carrier = ${carrier} and reference = ${reference} and booked_at is null and voided_at is null order by id limit 1`,
);
const makeDraft = statement(
  { id: simShipments.id },
  ({ carrier, reference }: { carrier: string; reference: string }) =>
    sql`insert into sim_shipments (carrier, reference, tracking_no, consignee) values (${carrier}, ${reference}, '', '{}') returning id`,
);
type Sale = {
  id: string;
  trackingNo: string;
  retourNo: string;
  consignee: string;
  label: string;
  price: number;
  zone: string;
  /** Seconds until the booking can be seen; null: never. */
  shownIn: number | null;
};
/** Books a draft once. No row: it was booked before, or it does not exist. */
const book = statement(
  BOOKED,
  (
    sale: Sale,
  ) => sql`update sim_shipments set tracking_no = ${sale.trackingNo}, retour_no = ${sale.retourNo}, consignee = ${sale.consignee}::jsonb, label = ${sale.label},
      price = ${sale.price}, zone = ${sale.zone}, booked_at = clock_timestamp(), shown_at = clock_timestamp() + make_interval(secs => ${sale.shownIn}::int)
    where id = ${sale.id}::uuid and booked_at is null and voided_at is null returning id, tracking_no, retour_no, label, price, zone`,
);
const findShown = statement(
  { ...BOOKED, booked: cell.boolean },
  ({ id }: { id: string }) =>
    sql`select id, tracking_no, retour_no, label, price, zone, shown_at is not null and shown_at <= clock_timestamp() as booked from sim_shipments where id = ${id}::uuid and voided_at is null`,
);
const voidBooked = statement(
  { id: simShipments.id },
  ({ id }: { id: string }) =>
    sql`update sim_shipments set voided_at = coalesce(voided_at, now()) where id = ${id}::uuid and given_at is null returning id`,
);
// Truncated to milliseconds: a millisecond column rounds up, and events in the future are not reported.
const findGiven = statement(
  { trackingNo: simShipments.trackingNo, given: cell.numeric, city: orNull(cell.text) },
  ({
    carrier,
    trackingNos,
  }: {
    carrier: string;
    trackingNos: string;
  }) => sql`update sim_shipments set given_at = coalesce(given_at, date_trunc('milliseconds', clock_timestamp()))
          where carrier = ${carrier} and tracking_no = any(${trackingNos}::text[]) and voided_at is null
          returning tracking_no, extract(epoch from given_at) * 1000 as given, consignee->>'city' as city`,
);

const bookedOf = ({ id, trackingNo, retourNo, label, price, zone }: Row<typeof book>): Booked => ({
  shipmentId: id,
  trackingNo,
  retourNo: retourNo || null,
  price: { amount: price, currency: 'EUR' },
  zone,
  label: { format: 'zpl', bytes: Buffer.from(label) },
});

/** Seconds after which a booking in flight can be seen. */
const IN_FLIGHT = 40;
/** The address that may ask for a fault. */
const customerOf = (request: LabelRequest): Address => (request.isReturn ? request.consignor : request.consignee);

const placed = (id: string): Placed => ({ handle: id, number: `SIM-${id.slice(-8).toUpperCase()}`, held: [], file: null });

/**
 * Simulates an external carrier behind a gateway, with drafts, its own state and faults. Its calls do not run in our transactions. The second
 * line of the customer's address may ask for a fault.
 */
export function simulatedCarrier(db: Db, carrier: string, odds: Odds): CarrierAdapter {
  const nextNumber = async (): Promise<string> => trackingNumber(carrier, (await nextSerial.one(db)).n);
  return {
    async prepare({ parcelId }) {
      const draft = { carrier, reference: parcelId };
      return (await findDraft.first(db, draft))?.id ?? (await makeDraft.one(db, draft)).id;
    },
    async label(request, handle, signal) {
      const fault = faultOf(customerOf(request), odds);
      if (fault === 'down') throw new CarrierError({ kind: 'busy', message: 'Service unavailable.' });
      if (fault === 'refuseAddress')
        throw new CarrierError({
          kind: 'refusedAddress',
          message: 'The street is not known in this place.',
          fields: ['streetName', 'streetNumber', 'zip'] satisfies (keyof Address)[],
        });
      refuseWithoutAmount(request.extras);
      const trackingNo = await nextNumber();
      const retourNo = request.retour ? await nextNumber() : '';
      const { zone, amount } = priceOf(carrier, request);
      const sold = await book.first(db, {
        id: handle,
        price: amount,
        zone,
        trackingNo,
        retourNo,
        consignee: JSON.stringify(request.consignee),
        label: zpl(carrier, request, trackingNo),
        shownIn: fault === 'lostAtCarrier' ? null : fault === 'inFlight' ? IN_FLIGHT : 0,
      });
      if (!sold) {
        const known = await findShown.first(db, { id: handle });
        if (known?.booked) return bookedOf(known);
        throw new CarrierError(known ? { kind: 'unknown', message: 'Already asked for.' } : { kind: 'gone', message: 'No such draft.' });
      }
      if (fault === 'timeoutAfterBooking') return silence(signal);
      if (fault !== null) throw new CarrierError({ kind: 'unknown', message: 'Connection reset.' });
      return bookedOf(sold);
    },
    async look(_request, handle) {
      const known = await findShown.first(db, { id: handle });
      if (!known) return { kind: 'none' };
      return known.booked ? { kind: 'booked', booked: bookedOf(known) } : { kind: 'unknown' };
    },
    async void(shipmentId) {
      if (!(await voidBooked.first(db, { id: shipmentId })))
        throw new CarrierError({ kind: 'refused', message: 'The parcel is already under way.' });
      return 'voided';
    },
    async rates(request, signal) {
      const fault = faultOf(request.consignee, odds);
      if (fault === 'down') throw new CarrierError({ kind: 'busy', message: 'Service unavailable.' });
      if (fault === 'timeoutAfterBooking') return silence(signal);
      const { amount, days } = priceOf(carrier, request);
      return [{ service: '', amount, currency: 'EUR', days }];
    },
    async track(trackingNos) {
      const rows = await findGiven(db, { carrier, trackingNos: `{${trackingNos.join(',')}}` });
      return rows.flatMap(({ trackingNo, given, city }): Tracked[] =>
        WAY.map(({ event, hours, text }) => ({
          trackingNo,
          event,
          text,
          place: event === 'picked_up' ? '' : (city ?? ''),
          at: new Date(given + hours * 3_600_000).toISOString(),
        })).filter(({ at }) => at <= new Date().toISOString()),
      );
    },
    pickup: { place: async ({ id }) => placed(id), find: async () => null },
    manifest: { place: async ({ id }) => placed(id), find: async () => null },
    cancelPickup: async () => undefined,
    check: () => Promise.resolve({ ok: true, missing: [] }),
  };
}
