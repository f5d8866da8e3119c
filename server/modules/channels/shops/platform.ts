import type { HeldReason } from '#contract/channels/channel-orders';
import type { MerchantOrder } from '#contract/channels/merchant-orders';
import type { Locale } from '#contract/core/limits';
import type { ReturnReason } from '#contract/orders/returns';
import type { JsonFault } from '../../../core/call-json.ts';

/** What the engine of shops asks of a platform. Each platform has a folder of its own that implements this. */

/** A change that the platform lists: the order and when it changed last, by the platform's clock. `returns`: ids of returns of it. */
export type Change = { externalId: string; changedAt: string; wanted: Wanted; returns?: readonly string[] };
/**
 * What the shop wants of us. `ship`: the order is ours. `cancel`: the customer does not want it any more, and the shop waits for our answer.
 * `ended`: it is not ours any more, whatever the reason. `none`: it never was.
 */
export type Wanted = 'ship' | 'cancel' | 'ended' | 'none';

/** An order as the shop has it now. `order` is null if nothing of it has to be shipped. */
export type ShopOrder = Change & {
  externalNo: string;
  order: MerchantOrder | null;
  message: string;
  /** A key by which the buyer's orders are found when the platform tells that the buyer is gone. */
  buyer?: string;
  /** The shop's own order of which this is a part, if it may be divided: what is paid at the door is collected with one part of it. */
  partOf?: string;
  /** What the customer pays for the goods of this order, in the smallest unit of any currency; missing where the shop does not say. */
  goods?: { value: number; currency: string };
  /** Why the order has to wait before it is taken, although it is stored. What was taken before goes by `wanted`. */
  hold?: HeldReason;
};

/**
 * What the shop knows of what was shipped of an order: pieces that remain by line, and the tracking numbers that it was told. `isOpen` is false
 * while it waits for an answer of ours and takes no parcel.
 */
export type Fulfilled = { isOpen: boolean; remaining: ReadonlyMap<string, number>; trackingNos: readonly string[] };
/** One parcel to tell: quantities of the shop's lines. */
export type Shipment = {
  externalId: string;
  trackingNo: string;
  carrier: string;
  shippedAt: string;
  lines: readonly { line: string; qty: number }[];
};

/**
 * Units that come back. `places`: the lines of orders of ours that they may be of, the likeliest first. `kept`: units of the line that the customer
 * has not given back, by the shop.
 */
export type ReturnedLine = { places: readonly { order: string; line: string }[]; qty: number; kept: number; reason: ReturnReason };
/** `remark` is for the people who receive it. */
export type ShopReturn = { externalId: string; remark: string; lines: readonly ReturnedLine[] };
type CountedUnits = { announced: number; good: number; bad: number };
/** What the house counted: pieces by SKU, and units of the shop's line. `line` is empty for what came without being announced. */
export type CountedLine = CountedUnits & { line: string; sku: string; units: CountedUnits };
/** A return that was counted: the shop's ids of return and order, and our number of the return. */
export type CountedReturn = { externalId: string; order: string; no: string; lines: readonly CountedLine[] };

/** Returns of a shop. */
export type Returns = {
  /** Ids of returns that changed, for platforms where a return does not change its order. */
  changed?: (since: string, until: string) => Promise<readonly string[]>;
  /** Null if nothing is to come back. */
  read: (id: string) => Promise<ShopReturn | null>;
  /** Tells what was counted. It may be repeated. */
  report: (counted: CountedReturn, note: (locale: Locale) => string) => Promise<void>;
};

/** What a platform says in its answer of its limit of calls: calls or points that are left, and of how many. */
export type Budget = { left: number; most: number };
/** One call, for the list of calls. */
export type Called = { kind: string; ms: number; result: string; text: string; budget?: Budget };
/** What every call does besides: `keep` goes before it and keeps the lease of the work, `note` lists it. */
export type CallHooks = { keep: () => Promise<void>; note: (call: Called) => void };

/** The stock of one item at our place in the shop. `externalId` is the shop's id of the item. Barcode and title, where the list tells them; the listing, where changes of one are limited. */
export type ShopItem = { externalId: string; sku: string; qty: number; barcode?: string; title?: string; listing?: string };
/** `before` is what was read: the change is not made if it is something else by now. */
export type StockChange = { externalId: string; qty: number; before: number };
/**
 * An item of which nothing was changed. Its stock was not what was read: `there` is what it is now, or null if it has to be read. Or the shop
 * refused it and says why.
 */
export type StaleStock = { externalId: string; there: number | null; refused?: string };
/**
 * What the number of a shop means. `onHand`: pieces in the warehouse, from which the shop takes its own open orders off by itself. `available`:
 * pieces that can still be sold; each order has been taken off when it was placed.
 */
export type StockMeaning = 'onHand' | 'available';

/**
 * Changes of a listing that the platform takes on a day of its own zone. The last of them are kept for telling that nothing is left, because that
 * cannot wait.
 */
export type DailyLimit = { most: number; kept: number; zone: string };

/** A page of a list; `next` is null on the last one. */
export type Page<T> = { rows: readonly T[]; next: string | null };

/** A shop with valid credentials. Every call throws `ShopError`. */
export type Shop = {
  stockMeans: StockMeaning;
  /** Missing where the platform has none. */
  dailyLimit?: DailyLimit;
  /** Our place in the shop, made or found, and what is missing there. Permissions that the merchant has not granted are named, and a place that the merchant chose and the shop does not have. */
  prepare: () => Promise<{ location: string; missingScopes: readonly string[]; missingLocation?: string }>;
  /** Orders that changed from `since` until `until`, ascending. */
  changed: (since: string, until: string, page: string | null) => Promise<Page<Change>>;
  /** At most `MOST_DETAILS` orders. Those that are gone are left out; one that the shop divides is answered by its parts, with ids of their own. */
  details: (ids: readonly string[]) => Promise<ShopOrder[]>;
  /** Tells that we have the order. It may be repeated. */
  accept: (id: string) => Promise<void>;
  /** Answers a wish to cancel. It may be repeated. */
  answerCancel: (id: string, isCancelled: boolean, message: string) => Promise<void>;
  lookFulfilled: (id: string) => Promise<Fulfilled>;
  /** A tracking number as the platform takes it; missing where it takes any. */
  writtenNo?: (trackingNo: string) => string;
  /** Must not be repeated without a look. */
  fulfil: (shipment: Shipment) => Promise<void>;
  /** Replaces tracking numbers that the shop was told of this parcel by its present one. It may be repeated, and moves no piece. */
  track: (shipment: Shipment, former: readonly string[]) => Promise<void>;
  /**
   * Closes what is left of an order of which the last parcel was told. It may be repeated, because it looks first. Missing where the platform has no
   * way. @returns false if the shop waits for an answer about the order first
   */
  closeRest?: (id: string, message: string) => Promise<boolean>;
  stock: (page: string | null) => Promise<Page<ShopItem>>;
  /** At most `MOST_STOCK` changes. @returns items whose stock had changed meanwhile; nothing of them was changed */
  setStock: (changes: readonly StockChange[], key: string) => Promise<readonly StaleStock[]>;
  /** Missing where the platform has none, or has not permitted them. */
  returns?: Returns;
};

export const MOST_DETAILS = 6;
export const MOST_STOCK = 250;

/** A text of `channels.notifications` for people who have to act, in place of the message. */
export type Advice = { key: string; params: Record<string, string> };

/**
 * Why a call failed. `signIn`: our credentials are not valid any more. `busy`: surely not done, `retryAfter` says for how many seconds.
 * `refused`: the shop said no, and would again. `unknown`: nobody knows whether it was done. `status` is that of the answer; 0: the address may not
 * be called.
 */
export type ShopFault = {
  kind: 'signIn' | 'busy' | 'refused' | 'unknown';
  message: string;
  retryAfter?: number;
  status?: number;
  advice?: Advice;
};

export class ShopError extends Error {
  readonly fault: ShopFault;
  constructor(fault: ShopFault) {
    super(`${fault.kind}: ${fault.message}`);
    this.fault = fault;
  }
}

/** Only the shop's owner can end these: credentials that are not valid, a shop that is not paid, or that is locked. */
const OWNER_ONLY = [401, 402, 403, 423];

/** What a failed call over HTTP means for the work on a shop. */
export function errorOf(fault: JsonFault): ShopError {
  if (fault.is === 'notConnected') return new ShopError({ kind: 'busy', message: fault.message });
  if (fault.is !== 'refused') return new ShopError({ kind: 'unknown', message: fault.message });
  const { status, text, retryAfter } = fault;
  const message = `${status}: ${text.slice(0, 300)}`;
  const seconds = Number(retryAfter);
  if (status === 429) return new ShopError({ kind: 'busy', message, status, ...(seconds > 0 ? { retryAfter: seconds } : {}) });
  if (OWNER_ONLY.includes(status)) return new ShopError({ kind: 'signIn', message, status });
  return new ShopError({ kind: status < 500 ? 'refused' : 'unknown', message, status });
}
