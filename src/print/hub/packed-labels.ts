import type { ListQuery } from '#contract/core/query';
import type { ParcelState } from '#contract/orders/statuses';

/** Milliseconds. Carriers deliver a label within seconds; a label that takes longer than this is printed by hand from the order. */
const BACK = 30 * 60_000;
const PAGE = 100;
/** Closed and not yet loaded or handed over. Parcels beyond that already have their label. */
const AT_TABLE: readonly ParcelState[] = ['closed', 'labelled', 'swapped'];

/** Parcels closed at a table with a label available, newest first, because that one is in front of the packer. */
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
