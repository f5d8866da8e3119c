import type { Meaning } from '../core/status.ts';

/** What a task is about. One table holds all of them (domain: task), so that one list, one timeline and one set of commands serve each. */
export const TASK_KINDS = [
  'inbound',
  'outbound',
  'transportLabel',
  'retour',
  'container',
  'transportQuote',
  'collectRequest',
  'collectOrder',
  'internal',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
/** Kinds that are worked by hand in the office and move no goods of ours. */
export const SERVICE_KINDS = [
  'container',
  'transportQuote',
  'collectRequest',
  'collectOrder',
  'internal',
] as const satisfies readonly TaskKind[];

export const PRIORITIES = ['low', 'normal', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The 38 statuses of the specification (point 4) and what each means to a reader: tag, chart, badge and verdict read it here. */
export const TASK_STATUSES = {
  receiptPending: 'wait',
  receiving: 'work',
  received: 'work',
  readyToInbound: 'work',
  inbounded: 'done',
  partiallyInbounded: 'work',
  readyToPick: 'work',
  inPicklist: 'work',
  picklistPrinted: 'work',
  pickingNeeded: 'stop',
  readyToPack: 'work',
  packingCompleted: 'work',
  packed: 'work',
  partiallyPacked: 'work',
  weightNeeded: 'wait',
  dimensionNeeded: 'wait',
  transportLabelAwaits: 'wait',
  shipmentLabelAwaits: 'wait',
  readyToSwap: 'work',
  readyToShip: 'work',
  shipped: 'done',
  shippedPartially: 'work',
  inTransit: 'done',
  inDelivery: 'done',
  delivered: 'done',
  retourReceived: 'back',
  retourReceivedPartially: 'back',
  standby: 'wait',
  hold: 'stop',
  outOfStock: 'stop',
  wrongAddress: 'stop',
  cancelRequested: 'stop',
  customerHandlingAwaits: 'wait',
  manualHandlingAwaits: 'wait',
  finish: 'closed',
  partiallyFinish: 'closed',
  problematic: 'stop',
  inProcess: 'work',
} as const satisfies Record<string, Meaning>;
export type TaskStatus = keyof typeof TASK_STATUSES;
export const TASK_STATUS_NAMES = Object.keys(TASK_STATUSES) as [TaskStatus, ...TaskStatus[]];

/** What stops a task; one open blocker of each kind at most. In the order in which they outrank each other. */
export const BLOCKER_KINDS = [
  'cancelRequested',
  'hold',
  'problematic',
  'wrongAddress',
  'customerHandlingAwaits',
  'manualHandlingAwaits',
] as const;
export type BlockerKind = (typeof BLOCKER_KINDS)[number];

/** The life of a parcel, in its order; the last three leave it. */
export const PARCEL_STATES = [
  'open',
  'closed',
  'labelled',
  'swapped',
  'loaded',
  'handedOver',
  'inTransit',
  'outForDelivery',
  'readyForPickup',
  'delivered',
  'failed',
  'returning',
  'returned',
  'void',
] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

/** Statuses in which the house has done its part and others act: they do not count as unfinished (specification, points 6 and 9). */
export const AFTER_OUR_WORK: readonly TaskStatus[] = ['delivered', 'inbounded', 'shipped', 'inTransit', 'inDelivery'];
