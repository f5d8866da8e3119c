import type { Address } from '#contract/core/fields';
import type { ReturnReason } from '#contract/orders/returns';
import type { Profile } from './assortment.ts';

/** What happened in the 90 days, before it becomes rows. Instants are milliseconds since 1970 (UTC). */

export type Item = {
  id: string;
  merchant: string;
  sku: string;
  name: string;
  category: string;
  price: number;
  grams: number;
  supplier: string;
  often: number;
  /** An item of the small sample: nothing of it is left on the shelf, except what is promised to orders. */
  soldOut: boolean;
  /** Its shelf, and the balance of good pieces there. */
  placeId: string;
  balanceId: string;
};

export type Person = { id: string; name: string };
/** Workers by what they do. Each list has at least one. */
export type Crew = { pick: Person[]; pack: Person[]; dock: Person[] };

/** Ids of the house that the history refers to, by code, number or SKU. */
export type House = {
  merchants: ReadonlyMap<string, { id: string; name: string }>;
  carriers: ReadonlyMap<string, string>;
  places: ReadonlyMap<string, string>;
  /** The storehouse that the orders leave. */
  storehouse: Address;
  stations: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, Omit<Item, 'placeId' | 'balanceId' | 'soldOut' | 'often'>>;
  crew: Crew;
  office: Person;
  manager: Person;
};

export type Line = { id: string; item: Item; qty: number; returned: number };

export type Parcel = {
  id: string;
  no: string;
  lines: Line[];
  grams: number;
  trackingNo: string;
  serial: number;
  /** Events of the carrier that have happened, oldest first. */
  events: { at: number; code: CarrierCode; text: string; place: string }[];
};
export type CarrierCode = 'picked_up' | 'in_transit' | 'out_for_delivery' | 'delivered';

/** The way of an order through the halls, once it was picked. */
export type Work = {
  picklist: Picklist;
  picker: Person;
  cart: string;
  packer: Person;
  table: string;
  pickedAt: number;
  packedAt: number;
  labelledAt: number;
  outAt: number;
  deliveredAt: number | null;
  closedAt: number | null;
  parcels: Parcel[];
  list: LoadingList;
};

export type Order = {
  id: string;
  no: string;
  at: number;
  profile: Profile;
  ref: string;
  carrier: string;
  to: Address;
  lines: Line[];
  /** Null if nobody has picked it yet. */
  work: Work | null;
};

export type Picklist = {
  id: string;
  no: string;
  at: number;
  doneAt: number;
  merchant: string | null;
  picker: Person;
  cart: string;
  orders: Order[];
};
export type LoadingList = {
  id: string;
  no: string;
  carrier: string;
  at: number;
  vehicle: string;
  driver: string;
  parcels: number;
  grams: number;
};

export type Delivery = {
  id: string;
  no: string;
  merchant: string;
  supplier: string;
  announcedAt: number;
  arrivedAt: number;
  awayAt: number;
  date: string;
  ref: string;
  lines: { id: string; item: Item; qty: number }[];
  box: Box | null;
};
export type Box = {
  id: string;
  no: string;
  containerNo: string;
  vessel: string;
  voyage: string;
  line: string;
  port: string;
  seal: string;
  sailedAt: number;
};

export type Outcome = 'restock' | 'bWare' | 'scrap';
export type Return = {
  id: string;
  no: string;
  at: number;
  order: Order;
  remark: string;
  reason: ReturnReason;
  /** Null if the goods are still on their way back. */
  arrivedAt: number | null;
  awayAt: number | null;
  /** When a person closed the return and its order. */
  closedAt: number | null;
  lines: { id: string; of: Line; qty: number; outcome: Outcome }[];
};

export type Plan = {
  now: number;
  today: string;
  items: Item[];
  orders: Order[];
  picklists: Picklist[];
  lists: LoadingList[];
  deliveries: Delivery[];
  returns: Return[];
};
