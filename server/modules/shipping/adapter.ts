import type { Address } from '#contract/core/fields';
import type { Currency } from '#contract/money/scale';
import type { CarrierEvent } from '#contract/orders/carrier-events';

/** Input of a label purchase. Weight in grams, sizes in millimetres. */
export type LabelRequest = {
  /** Our reference, the same for every attempt: the parcel's id. */
  reference: string;
  parcelNo: string;
  consignor: Address;
  consignee: Address;
  weight: number;
  sizes: { length: number; width: number; height: number } | null;
  service: string;
  /** Keys of `DELIVERY_SERVICES`. */
  extras: string[];
  /** Whether a tracking number for the return is needed too. */
  retour: boolean;
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
};

/** One tracking event of a parcel, in Karrio's normalised terms. `at` is ISO UTC. */
export type Tracked = { trackingNo: string; event: CarrierEvent; at: string; text: string; place: string };

/** Why a call to a carrier failed. After `temporary` it is unknown whether the carrier executed it. */
export type CarrierFault =
  | { kind: 'refusedAddress'; message: string; fields: (keyof Address)[] }
  | { kind: 'temporary'; message: string }
  | { kind: 'refused'; message: string };

export class CarrierError extends Error {
  readonly fault: CarrierFault;
  constructor(fault: CarrierFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** One carrier. Every call may throw a `CarrierError`; any other error counts as temporary. */
export type CarrierAdapter = {
  label: (request: LabelRequest, signal: AbortSignal) => Promise<Booked>;
  /** A label with which the customer (consignor) sends a parcel to the storehouse (consignee). Absent: the carrier sells none. */
  returnLabel?: (request: LabelRequest, signal: AbortSignal) => Promise<Booked>;
  /** The shipment that is booked and not voided under our reference. */
  find: (reference: string, signal: AbortSignal) => Promise<Booked | null>;
  /** Repeating it has no effect. */
  void: (shipmentId: string, signal: AbortSignal) => Promise<void>;
  track: (trackingNos: readonly string[], signal: AbortSignal) => Promise<Tracked[]>;
};

/**
 * Runs one call to a carrier with a timeout of `seconds`, even if the adapter ignores the signal.
 * @throws CarrierError for every failure
 */
export async function asked<T>(seconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(new CarrierError({ kind: 'temporary', message: 'No answer in time.' })));
  });
  const timer = setTimeout(() => over.abort(), seconds * 1000);
  try {
    return await Promise.race([call(over.signal), late]);
  } catch (error) {
    if (error instanceof CarrierError) throw error;
    throw new CarrierError({ kind: 'temporary', message: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(timer);
  }
}
