import type { Work } from '../../work.ts';
import {
  type CodeContext,
  needsIn,
  type ProfileRules,
  type PromptSpec,
  placeCode,
  type Reply,
  type StationContext,
  skuOf,
  sum,
} from '../profile-rules.ts';

type CountTask = Work['counts'][number];
const countOf = ({ work, at }: StationContext): CountTask | undefined => work.counts.find(({ id }) => id === at.countId);
const isCounted = (work: StationContext['work'], count: CountTask, placeId: string): boolean =>
  work.countedPlaces.includes(`${count.id} ${placeId}`);
const allCounted = (work: StationContext['work'], count: CountTask): boolean => count.placeIds.every((id) => isCounted(work, count, id));
const counted = ({ work, at }: StationContext, itemId?: string) =>
  work.counted.filter(
    (own) => own.countId === at.countId && own.placeId === at.placeId && (itemId === undefined || own.goods.itemId === itemId),
  );

function goTo(ctx: CodeContext, place: Work['places'][number]): Reply {
  const own = countOf(ctx);
  const fits = ctx.work.counts.filter(({ placeIds }) => placeIds.includes(place.id));
  const count = own ?? (fits.length === 1 ? fits[0] : undefined);
  if (!count) return { feedback: 'openFirst' };
  const expected = count.placeIds.filter((id) => !isCounted(ctx.work, count, id)).map((id) => placeCode(ctx.work, id))[0] ?? '';
  if (!count.placeIds.includes(place.id)) return { feedback: 'wrongPlace', params: { expected, got: place.code } };
  if (isCounted(ctx.work, count, place.id)) return { feedback: 'alreadyCounted', params: { place: place.code } };
  const at = { countId: count.id, placeId: place.id, itemId: null };
  const former = own && ctx.at.placeId !== null && ctx.at.placeId !== place.id ? placeCode(ctx.work, ctx.at.placeId) : null;
  // Only DONE marks a place as completely counted. Leaving it for another place keeps it open.
  return former === null
    ? { feedback: 'placeSet', params: { place: place.code }, at }
    : { feedback: 'switched', params: { former, no: place.code }, at };
}

function done(ctx: CodeContext): Reply {
  const count = countOf(ctx);
  const { placeId } = ctx.at;
  if (!count || placeId === null) return { feedback: 'nothingToClose' };
  const last = count.placeIds.every((id) => id === placeId || isCounted(ctx.work, count, id));
  return {
    feedback: last ? 'countDone' : 'placeCounted',
    params: { place: placeCode(ctx.work, placeId), no: count.no },
    commands: [{ do: 'countDone', countId: count.id, compartmentId: placeId }],
    at: { placeId: null, itemId: null, countId: last ? null : count.id },
  };
}

/** Blind count, place by place: neither prompt nor list shows the expected quantity. Each scan adds to the count. */
export const count: ProfileRules = {
  nearby: () => ({ merchantId: null, wanted: null }),
  on: {
    count: (ctx, meaning) =>
      allCounted(ctx.work, meaning.count)
        ? { feedback: 'countClosed', params: { no: meaning.count.no } }
        : { feedback: 'opened', params: { no: meaning.count.no }, at: { countId: meaning.count.id, placeId: null, itemId: null } },
    place: (ctx, { place }) => goTo(ctx, place),
  },
  goods: {
    needs: needsIn,
    serials: 'any',
    check: (ctx) => (countOf(ctx) === undefined ? { feedback: 'openFirst' } : ctx.at.placeId === null ? { feedback: 'placeFirst' } : null),
    book: (ctx, goods, item): Reply => {
      const { countId, placeId } = ctx.at;
      if (countId === null || placeId === null) return { feedback: 'openFirst' };
      const total = sum(counted(ctx, item.id).map((own) => own.goods.qty)) + goods.qty;
      return {
        feedback: 'counted',
        params: { qty: total, sku: item.sku },
        commands: [{ do: 'count', countId, compartmentId: placeId, ...goods, condition: 'good' }],
        at: { itemId: item.id, pending: null },
      };
    },
  },
  answers: {},
  commands: { done },
  prompt: (here): PromptSpec => {
    const own = countOf(here);
    if (!own) return { prompt: 'scanCount' };
    if (here.at.placeId !== null) return { prompt: 'countItem', params: { place: placeCode(here.work, here.at.placeId) } };
    const next = own.placeIds.find((id) => !isCounted(here.work, own, id));
    return { prompt: 'scanPlace', params: { place: placeCode(here.work, next ?? null) } };
  },
  show: (here) => {
    const own = countOf(here);
    if (!own) return null;
    const ids = [...new Set(counted(here).map(({ goods }) => goods.itemId))];
    const lines = ids.map((itemId) => ({
      id: itemId,
      itemId,
      text: skuOf(here.work, itemId),
      place: placeCode(here.work, here.at.placeId),
      done: sum(counted(here, itemId).map(({ goods }) => goods.qty)),
      expected: null,
      state: itemId === here.at.itemId ? ('now' as const) : ('open' as const),
    }));
    return { key: 'scan.headline.count', params: { no: own.no }, lines };
  },
};
