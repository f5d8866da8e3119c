import type { ListQuery } from '#contract/core/query';
import type { ParcelState } from '#contract/orders/statuses';

/** A carrier sells a label within seconds; one that took longer than this is fetched by hand from the order. */
const BACK = 30 * 60_000;
const PAGE = 100;
/** Shut and still in the house: a parcel that was loaded or handed over has its label on. */
const AT_TABLE: readonly ParcelState[] = ['closed', 'labelled', 'swapped'];

/** Parcels closed at a table whose label is there, the newest first: that one lies in front of the packer. */
export const packedQuery = (stationId: string, now: number, cursor: string | null = null): ListQuery => ({
  limit: PAGE,
  cursor,
  search: '',
  sort: '-closedAt',
  back: false,
  filters: [
    { field: 'stationId', op: 'eq', value: stationId },
    { field: 'labelState', op: 'in', value: ['bought', 'foreign'] },
    { field: 'state', op: 'in', value: [...AT_TABLE] },
    { field: 'closedAt', op: 'gte', value: new Date(now - BACK).toISOString() },
  ],
});
