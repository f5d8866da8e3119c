import type { Work } from '../../work.ts';
import { piecesAt, piecesInHand, putGoodsDown, takeInHand, takeUnit } from '../goods-in-hand.ts';
import { type CodeContext, needsInside, type ProfileRules, type PromptSpec, placeCode, type Reply, skuOf } from '../profile-rules.ts';
import type { Goods } from '../state.ts';

function check(ctx: CodeContext, goods: Goods): Reply | null {
  if (ctx.at.unitId !== null) return { feedback: 'answerFirst', params: { question: 'place' } };
  if (ctx.at.fromId === null) return { feedback: 'placeFirst' };
  const left = piecesAt(ctx.work, goods.itemId, ctx.at.fromId) - piecesInHand(ctx.at, goods.itemId);
  if (left >= goods.qty) return null;
  return { feedback: 'notInPlace', params: { sku: skuOf(ctx.work, goods.itemId), place: placeCode(ctx.work, ctx.at.fromId), left } };
}

function at(ctx: CodeContext, place: Work['places'][number]): Reply {
  if (ctx.at.hand.length === 0 && ctx.at.unitId === null)
    return { feedback: 'placeSet', params: { place: place.code }, at: { fromId: place.id, itemId: null } };
  // Put back at the place they were taken from: nothing moved.
  if (ctx.at.unitId === null && place.id === ctx.at.fromId) return { feedback: 'dropped', at: { hand: [], itemId: null }, step: true };
  return putGoodsDown(ctx, place, 'moved', (goods, fromId, toId) => ({
    do: 'move',
    ...goods,
    condition: 'good',
    fromId,
    toId,
    unitId: null,
  }));
}

export const move: ProfileRules = {
  nearby: ({ work, at }) => ({
    merchantId: null,
    wanted: at.fromId === null ? null : new Set(work.stock.filter(({ placeId }) => placeId === at.fromId).map(({ itemId }) => itemId)),
  }),
  on: { place: (ctx, { place }) => at(ctx, place), unit: (ctx, { unit }) => takeUnit(ctx, unit) },
  goods: { needs: needsInside, serials: ({ at }) => at.fromId, check, book: (ctx, goods) => takeInHand(ctx, goods, ctx.at.fromId) },
  answers: {},
  commands: {},
  prompt: ({ work, at }): PromptSpec => {
    if (at.unitId !== null) return { prompt: 'putTo', params: { qty: 1, sku: work.units.find(({ id }) => id === at.unitId)?.code ?? '' } };
    if (at.fromId === null) return { prompt: 'scanFrom' };
    return at.hand.length > 0
      ? { prompt: 'scanItemOrTo', params: { qty: at.hand.reduce((n, { qty }) => n + qty, 0) } }
      : { prompt: 'scanItem' };
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
