import type { Profile } from '../commands.ts';

/** What the rows of a station are. */
type WaitingUnit = 'deliveries' | 'returns' | 'picklists' | 'orders' | 'parcels' | 'counts';

/** Rows in one answer. */
export const WAITING_ROWS = 8;

/** What waits at each station. Stations that are not named have no queue. */
export const WAITING_UNIT: { readonly [P in Profile]?: WaitingUnit } = {
  receiving: 'deliveries',
  receivingScan: 'deliveries',
  received: 'deliveries',
  putAway: 'deliveries',
  pickingScan: 'picklists',
  packScanOrder: 'orders',
  packScanBatch: 'picklists',
  packScanSingle: 'orders',
  PackScanEF: 'orders',
  PackScanPre: 'orders',
  packScanRef: 'orders',
  shippingScan: 'parcels',
  count: 'counts',
  return: 'returns',
};
