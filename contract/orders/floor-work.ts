import type { TaskStatus } from './statuses.ts';

/** What waits for each step in the hall, by status. Lists, the tiles of the start page and the stations count by these, so their numbers agree. */
export const TO_RECEIVE: readonly TaskStatus[] = ['receiptPending', 'inTransit', 'receiving'];
export const TO_PUT_AWAY: readonly TaskStatus[] = [
  'received',
  'readyToInbound',
  'partiallyInbounded',
  'retourReceived',
  'retourReceivedPartially',
];
export const TO_PICK: readonly TaskStatus[] = ['readyToPick', 'inPicklist', 'picklistPrinted', 'pickingNeeded'];
export const TO_PACK: readonly TaskStatus[] = [
  'readyToPack',
  'partiallyPacked',
  'packingCompleted',
  'weightNeeded',
  'dimensionNeeded',
  'shipmentLabelAwaits',
  'transportLabelAwaits',
  'readyToSwap',
];
export const TO_LOAD: readonly TaskStatus[] = ['packed', 'readyToShip'];
/** On their way through the hall until they leave. */
export const ON_THE_FLOOR: readonly TaskStatus[] = [...TO_PICK, ...TO_PACK, ...TO_LOAD];
