import type { Address } from '#contract/core/fields';
import type { Currency } from '#contract/money/scale';
import type { AmountService } from '#contract/orders/amounts';
import type { CarrierEvent } from '#contract/orders/carrier-events';
import type { ReasonCode } from '#contract/orders/reasons';

/** Goods of a parcel as the customs need them. `value` of one piece, in the smallest unit. */
export type DeclaredGoods = {
  sku: string;
  title: string;
  qty: number;
  weight: number | null;
  hsCode: string;
  origin: string;
  value: number | null;
  currency: Currency;
};
export type Declaration = { goods: DeclaredGoods[]; incoterm: 'DAP' | 'DDP'; invoice: string };

/** Input of a label purchase. Weight in grams, sizes in millimetres. */
export type LabelRequest = {
  /** Our reference at the carrier, the same for every attempt (`referenceOf`). */
  reference: string;
  parcelId: string;
  /** Number of the label of this parcel, from 0. A changed address or a new label counts on. */
  round: number;
  /** Number of this try of the parcel, from 1. */
  tries: number;
  /** Something may have been prepared for this parcel before. */
  again: boolean;
  parcelNo: string;
  consignor: Address;
  consignee: Address;
  weight: number;
  sizes: { length: number; width: number; height: number } | null;
  service: string;
  /** Keys of `DELIVERY_SERVICES`. Those that need an amount are here only if the order has none. */
  extras: string[];
  /** Of this parcel, in the smallest unit. */
  amounts: { [service in AmountService]: number | null };
  currency: Currency;
  /** Of a parcel that leaves the customs union; null for all others. */
  customs: Declaration | null;
  /** Whether a tracking number for the return is needed too. */
  retour: boolean;
  /** The label is for the customer (consignor), who sends the goods to the storehouse (consignee). */
  isReturn: boolean;
};

/** Input of a question for prices of one parcel. */
export type RateRequest = Pick<
  LabelRequest,
  'reference' | 'consignor' | 'consignee' | 'weight' | 'sizes' | 'extras' | 'retour' | 'amounts' | 'currency'
> & {
  /** Of the goods of a parcel that leaves the customs union. Null: within it, or prices are missing. */
  value: { amount: number; currency: Currency } | null;
};
/** What the carrier asks for one of our services. `days`: working days until delivery, if it says so. */
export type Rate = { service: string; amount: number; currency: Currency; days: number | null };

/** A pick-up or a manifest of a carrier's day. Times as HH:MM at the storehouse. */
export type PickupOrder = {
  /** Ours, the same for every attempt. */
  id: string;
  day: string;
  from: string;
  until: string;
  instruction: string;
  address: Address;
  count: number;
  /** The packed parcels among them, by our service and the country of the recipient. */
  packed: readonly { service: string; country: string; count: number }[];
  /** Of all parcels and of the heaviest one, in grams; 0 if they are not known. */
  weight: number;
  heaviest: number;
  /** Of a manifest: what was handed over. */
  parcels: readonly { shipmentId: string; trackingNo: string }[];
};
/**
 * `held`: identifiers of the parcels that a manifest holds; none if the carrier does not list them. `why`: what the carrier said about each of the
 * others, by its identifier. `message`: what people should know of an order that was taken, as a stored reason.
 */
export type Placed = {
  handle: string;
  number: string;
  held: string[];
  file: Buffer | null;
  why?: Readonly<Record<string, string>>;
  message?: string;
};
/** `find` looks for an order whose answer was lost; null if the carrier has none. */
export type DayOrders = {
  place: (order: PickupOrder, signal: AbortSignal) => Promise<Placed>;
  find: (order: PickupOrder, signal: AbortSignal) => Promise<Placed | null>;
};

export type LabelFormat = 'pdf' | 'zpl' | 'png';
export type Booked = {
  shipmentId: string;
  trackingNo: string;
  retourNo: string | null;
  /** What the carrier asks for it, in the smallest unit. Null: it says so only on its bill. */
  price: { amount: number; currency: Currency } | null;
  /** The carrier's zone of the destination; empty if it has none. */
  zone: string;
  label: { format: LabelFormat; bytes: Buffer };
  /** The paper for the customs as PDF, if the carrier made one. */
  customsPaper?: Buffer | null;
};

/** What a look at the carrier shows. `none`: nothing is booked, and nothing will be. `unknown`: it may still be booked, or be booked unseen. */
export type Seen = { kind: 'booked'; booked: Booked } | { kind: 'none' } | { kind: 'unknown' };

/** One tracking event of a parcel, in Karrio's normalised terms. `at` is ISO UTC. */
export type Tracked = { trackingNo: string; event: CarrierEvent; at: string; text: string; place: string };

/**
 * Why a call to a carrier failed.
 * - `refusedAddress`, `refused`: the carrier said no. Nothing was done; the same call fails again.
 * - `busy`: surely not done (too many calls, connection refused). `retryAfter` in seconds, if the carrier says so.
 * - `unknown`: nobody knows whether it was done (no answer, broken answer, fault inside the gateway).
 * - `misconfigured`: our key or account is wrong. Nothing was done; the connection needs a person, the parcels do not.
 * - `gone`: what was prepared does not exist any more. Nothing was done.
 */
export type CarrierFault =
  | { kind: 'refusedAddress'; message: string; fields: (keyof Address)[] }
  | { kind: 'busy'; message: string; retryAfter?: number }
  | { kind: 'refused' | 'unknown' | 'misconfigured' | 'gone'; message: string };

export class CarrierError extends Error {
  readonly fault: CarrierFault;
  constructor(fault: CarrierFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** What the credentials of a carrier may be good for besides labels. Each has a sentence in `carriers.missing`. */
export type Missing = 'upsTracking' | 'upsRating' | 'upsPickup' | 'dhlTracking' | 'dhlNoSecret' | 'dhlSecret' | 'dhlPickup';
/**
 * Result of a check of the connection: whether labels can be bought, a key of `carriers.refusals` if not, and what the credentials are not good for
 * otherwise.
 */
export type Checked = { ok: false; message: string } | { ok: true; missing: readonly Missing[] };

/** One connection to a carrier. Every call may throw a `CarrierError`; any other error counts as `unknown`. */
export type CarrierAdapter = {
  /**
   * Prepares a purchase without buying: makes a draft, or finds the one that was made for this parcel and round. Absent: there are no drafts.
   * @returns the carrier's identifier of the draft
   */
  prepare?: (request: LabelRequest, signal: AbortSignal) => Promise<string>;
  /** Buys the label. @param handle what `prepare` returned; empty without it */
  label: (request: LabelRequest, handle: string, signal: AbortSignal) => Promise<Booked>;
  /** Looks whether the purchase was made. Buys nothing. @param waited seconds since the purchase was sent */
  look: (request: LabelRequest, handle: string, signal: AbortSignal, waited: number) => Promise<Seen>;
  /** What was prepared before an instant and not bought, with the parcel that it is for. Absent: there are no drafts, or they end by themselves. */
  drafts?: (before: Date, signal: AbortSignal) => Promise<{ handle: string; parcelId: string }[]>;
  /** Of a label, or of a draft. Repeating it has no effect. `localOnly`: the gateway noted it, but the carrier was not told and may bill it. */
  void: (shipmentId: string, signal: AbortSignal) => Promise<'voided' | 'localOnly'>;
  /** Prices of the services that it knows. Buys nothing. Absent: it names no prices before the purchase. */
  rates?: (request: RateRequest, signal: AbortSignal) => Promise<Rate[]>;
  /** Absent: the carrier is told otherwise, or it has none. */
  pickup?: DayOrders;
  manifest?: DayOrders;
  /** @param handle what `place` returned, else the number that a person entered */
  cancelPickup?: (handle: string, signal: AbortSignal) => Promise<void>;
  track: (trackingNos: readonly string[], signal: AbortSignal) => Promise<Tracked[]>;
  /** Whether address, key and account are right. Buys nothing. */
  check: (signal: AbortSignal) => Promise<Checked>;
};

/**
 * Runs one call to a carrier with a timeout of `seconds`, even if the adapter ignores the signal.
 * @throws CarrierError for every failure
 */
export async function asked<T>(seconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(new CarrierError({ kind: 'unknown', message: 'noAnswer' satisfies ReasonCode })));
  });
  const timer = setTimeout(() => over.abort(), seconds * 1000);
  try {
    return await Promise.race([call(over.signal), late]);
  } catch (error) {
    if (error instanceof CarrierError) throw error;
    throw new CarrierError({ kind: 'unknown', message: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(timer);
  }
}
