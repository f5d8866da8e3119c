import { type ProfileRules, placeCode, type Reply, skuOf, sum, type WorkSummary } from '../profile-rules.ts';

/** Shows what a code is, where it lies and how much there is. Books nothing. */
export const look: ProfileRules = {
  nearby: () => ({ merchantId: null, wanted: null }),
  on: {
    place: (_ctx, { place }) => ({ feedback: 'placeFound', params: { place: place.code }, at: { placeId: place.id, itemId: null } }),
    unit: (ctx, { unit }) => ({
      feedback: 'placeFound',
      params: { place: placeCode(ctx.work, unit.placeId) },
      at: { placeId: unit.placeId, itemId: null },
    }),
  },
  goods: {
    needs: () => [],
    serials: 'any',
    check: () => null,
    book: (ctx, goods, item): Reply => {
      const rows = ctx.work.stock.filter(({ itemId, qty }) => itemId === item.id && qty > 0);
      return {
        feedback: 'found',
        params: {
          sku: item.sku,
          name: item.name,
          qty: sum(rows.map(({ qty }) => qty)),
          places: new Set(rows.map(({ placeId }) => placeId)).size,
        },
        at: { itemId: goods.itemId, placeId: null, pending: null },
      };
    },
  },
  answers: {},
  commands: {},
  prompt: () => ({ prompt: 'scanAnything' }),
  show: ({ work, at }): WorkSummary | null => {
    if (at.itemId === null && at.placeId === null) return null;
    const rows = work.stock.filter((row) => (at.itemId === null ? row.placeId === at.placeId : row.itemId === at.itemId) && row.qty > 0);
    const lines = rows.map((row, i) => ({
      id: String(i),
      itemId: row.itemId,
      text: [skuOf(work, row.itemId), row.lot, row.expiry, row.serial].filter(Boolean).join(' · '),
      place: placeCode(work, row.placeId),
      done: row.qty,
      expected: null,
      state: row.condition === 'good' ? ('open' as const) : ('blocked' as const),
    }));
    return at.itemId === null
      ? { key: 'scan.headline.place', params: { place: placeCode(work, at.placeId) }, lines }
      : { key: 'scan.headline.item', params: { sku: skuOf(work, at.itemId) }, lines };
  },
};
