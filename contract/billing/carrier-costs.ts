/** What carriers bill for parcels, and what a comparison of their list with the labels finds. */

/** `base`: the transport, which is compared with the cost of the label. The others are billed on top. */
export const COST_KINDS = [
  'base',
  'weight',
  'size',
  'fuel',
  'toll',
  'peak',
  'remote',
  'redelivery',
  'returned',
  'customs',
  'collect',
  'insurance',
  'address',
  'other',
] as const;
export type CostKind = (typeof COST_KINDS)[number];

const [, ...ON_TOP] = COST_KINDS;
/** Why a merchant pays more than the label cost. `price`: the carrier billed another price without a reason that we see. */
export const CHARGE_CAUSES = ['price', 'zone', ...ON_TOP] as const;

/**
 * `zoneDiffers`: another zone or service than the label was bought for. `costUnknown`: the carrier named no price when the label was bought.
 * `credit`: the carrier gives money back. server/modules/billing/compare-lines.ts is the only writer.
 */
export const LINE_RESULTS = [
  'ok',
  'costDiffers',
  'weightDiffers',
  'zoneDiffers',
  'surcharge',
  'billedTwice',
  'notOurs',
  'labelVoid',
  'costUnknown',
  'credit',
] as const;
export type LineResult = (typeof LINE_RESULTS)[number];
/** What a merchant may have to pay for. The others are faults of the carrier, or cost nothing more. */
export const CHARGEABLE: readonly LineResult[] = ['costDiffers', 'weightDiffers', 'zoneDiffers', 'surcharge'];

/** `none`: nothing to decide. `takenBack`: the file was taken back. */
export const LINE_STATES = ['none', 'open', 'accepted', 'disputed', 'charged', 'takenBack'] as const;
export const LINE_DECISIONS = ['accept', 'dispute', 'charge'] as const;
export type LineDecision = (typeof LINE_DECISIONS)[number];

export const DISPUTE_STATES = ['open', 'credited', 'rejected', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A tab cannot be typed into a form, so separators have names. */
export const LIST_SEPARATORS = { semicolon: ';', comma: ',', tab: '\t', bar: '|' } as const;
export type ListSeparator = keyof typeof LIST_SEPARATORS;
export const SEPARATORS = ['semicolon', 'comma', 'tab', 'bar'] as const satisfies readonly ListSeparator[];
/** `auto`: by a byte order mark, else UTF-8, else Windows-1252. */
export const ENCODINGS = ['auto', 'utf8', 'windows1252', 'utf16'] as const;
export const DECIMALS = ['comma', 'point'] as const;
export const WEIGHT_UNITS = ['kg', 'g'] as const;
export const LIST_DAYS = ['DD.MM.YYYY', 'DD.MM.YY', 'YYYY-MM-DD', 'YYYYMMDD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

/** Columns of a list that have one meaning. Each is named by its heading, or by its number if the file has no headings. */
export const LIST_COLUMNS = ['trackingNo', 'amount', 'costText', 'service', 'weight', 'zone', 'billedOn', 'total'] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/**
 * How the list of a carrier is laid out. Without `costText` each row is a parcel, `amount` its transport, and `costs` names the further
 * columns of costs. With `costText` each row is one cost, whose text `costs` gives a kind.
 */
export type ListLayout = {
  encoding: (typeof ENCODINGS)[number];
  separator: ListSeparator;
  decimal: (typeof DECIMALS)[number];
  day: (typeof LIST_DAYS)[number];
  weightUnit: (typeof WEIGHT_UNITS)[number];
  skip: number;
  hasHeadings: boolean;
  columns: Partial<Record<ListColumn, string>>;
  costs: readonly { heading: string; kind: CostKind }[];
};

/** One cost of one parcel, as the list says. */
export type ListedCost = {
  /** In the file, from 1. */
  line: number;
  trackingNo: string;
  kind: CostKind;
  /** In the words of the carrier. */
  heading: string;
  /** In the smallest unit. */
  amount: number;
  service: string;
  /** Grams. */
  weight: number | null;
  zone: string;
  billedOn: string | null;
};

export const LIST_FAULTS = [
  'empty',
  'tooLarge',
  'tooMany',
  'notText',
  'broken',
  'cut',
  'columns',
  'columnMissing',
  'noRows',
  'tracking',
  'amount',
  'weight',
  'day',
  'rowTotal',
  'fileTotal',
  'known',
  'noProfile',
] as const;
export type ListFault = (typeof LIST_FAULTS)[number];

export const MAX_LIST_MB = 30;
export const MAX_LIST_COSTS = 100_000;

/** Letters and digits only, without leading zeros, which spreadsheets lose. The index of label_purchases is over the same. */
export const trackingKey = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');
