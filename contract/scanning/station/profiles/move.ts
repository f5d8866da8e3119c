import type { Work } from '../../work.ts';
import { type Asked, type Ctx, type Family, needsInside, placeCode, type Reply, skuOf } from '../family.ts';
import { inHand, lying, putHand, takeInHand, takeUnit } from '../hand.ts';
import type { Goods } from '../state.ts';

function check(ctx: Ctx, goods: Goods): Reply | null {
  if (ctx.at.unitId !== null) return { tell: 'answerFirst', params: { question: 'place' } };
  if (ctx.at.fromId === null) return { tell: 'placeFirst' };
  const left = lying(ctx.work, goods.itemId, ctx.at.fromId) - inHand(ctx.at, goods.itemId);
  if (left >= goods.qty) return null;
  return { tell: 'notInPlace', params: { sku: skuOf(ctx.work, goods.itemId), place: placeCode(ctx.work, ctx.at.fromId), left } };
}

function at(ctx: Ctx, place: Work['places'][number]): Reply {
  if (ctx.at.hand.length === 0 && ctx.at.unitId === null)
    return { tell: 'placeSet', params: { place: place.code }, at: { fromId: place.id, itemId: null } };
  // Back where they came from: nothing moved.
  if (ctx.at.unitId === null && place.id === ctx.at.fromId) return { tell: 'dropped', at: { hand: [], itemId: null }, step: true };
  return putHand(ctx, place, 'moved', (goods, fromId, toId) => ({ do: 'move', ...goods, condition: 'good', fromId, toId, unitId: null }));
}

export const move: Family = {
  around: ({ work, at }) => ({
    merchantId: null,
    wanted: at.fromId === null ? null : new Set(work.stock.filter(({ placeId }) => placeId === at.fromId).map(({ itemId }) => itemId)),
  }),
  on: { place: (ctx, { place }) => at(ctx, place), unit: (ctx, { unit }) => takeUnit(ctx, unit) },
  goods: { needs: needsInside, serials: ({ at }) => at.fromId, check, book: (ctx, goods) => takeInHand(ctx, goods, ctx.at.fromId) },
  answers: {},
  commands: {},
  prompt: ({ work, at }): Asked => {
    if (at.unitId !== null) return { ask: 'putTo', params: { qty: 1, sku: work.units.find(({ id }) => id === at.unitId)?.code ?? '' } };
    if (at.fromId === null) return { ask: 'scanFrom' };
    return at.hand.length > 0 ? { ask: 'scanItemOrTo', params: { qty: at.hand.reduce((n, { qty }) => n + qty, 0) } } : { ask: 'scanItem' };
  },
  show: ({ work, at }) =>
    at.fromId === null
      ? null
      : {
          key: 'scan.headline.place',
          params: { place: placeCode(work, at.fromId) },
          lines: at.hand.map((goods, i) => ({
            id: String(i),
            itemId: goods.itemId,
            text: [skuOf(work, goods.itemId), goods.lot, goods.serial].filter(Boolean).join(' · '),
            place: placeCode(work, at.fromId),
            done: goods.qty,
            expected: null,
            state: 'now' as const,
          })),
        },
};
