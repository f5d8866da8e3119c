import type { Meaning } from '../core/status.ts';

/** The kinds of tasks. All are in one table (domain: task), so that they share one list, one timeline and one set of commands. */
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
/** Kinds handled in the office that move no goods of the house. */
export const SERVICE_KINDS = [
  'container',
  'transportQuote',
  'collectRequest',
  'collectOrder',
  'internal',
] as const satisfies readonly TaskKind[];

export const PRIORITIES = ['low', 'normal', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The 38 statuses of the specification (point 4) with their meanings, which tags, charts, badges and feedback use. */
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

/** Blockers of a task, in order of precedence. A task has at most one open blocker of each kind. */
export const BLOCKER_KINDS = [
  'cancelRequested',
  'hold',
  'problematic',
  'wrongAddress',
  'customerHandlingAwaits',
  'manualHandlingAwaits',
] as const;
export type BlockerKind = (typeof BLOCKER_KINDS)[number];

/** States of a parcel in the order of its progress. The last three are outside this order. */
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

/**
 * Statuses in which the house has finished its work and waits for others. They do not count as unfinished (specification, points 6 and
 * 9).
 */
export const AFTER_OUR_WORK: readonly TaskStatus[] = ['delivered', 'inbounded', 'shipped', 'inTransit', 'inDelivery'];
