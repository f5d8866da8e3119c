import type { ScanCommand } from '../commands.ts';
import type { Work } from '../work.ts';
import { type CodeContext, itemOf, mayPut, placeCode, question, type Reply, skuOf, sum } from './profile-rules.ts';
import type { Goods, StationPosition } from './state.ts';

/** Pieces taken but not yet put down, used by put-away and move. Nothing is booked until a place is scanned. */
export const piecesInHand = ({ hand }: StationPosition, itemId: string): number =>
  sum(hand.filter((own) => own.itemId === itemId).map(({ qty }) => qty));

/** Equal pieces are added up. A piece with a serial number stays separate. */
function add(hand: Goods[], goods: Goods): Goods[] {
  const same = (own: Goods): boolean => own.itemId === goods.itemId && own.lot === goods.lot && own.expiry === goods.expiry;
  const at = goods.serial === '' ? hand.findIndex((own) => own.serial === '' && same(own)) : -1;
  return at < 0 ? [...hand, goods] : hand.map((own, i) => (i === at ? { ...own, qty: own.qty + goods.qty } : own));
}

const rowsOf = (work: Work, itemId: string, placeId: string | null): Work['stock'] =>
  work.stock.filter((row) => row.itemId === itemId && row.placeId === placeId && row.qty > 0);
export const piecesAt = (work: Work, itemId: string, placeId: string | null): number =>
  sum(rowsOf(work, itemId, placeId).map(({ qty }) => qty));

/** Takes pieces in hand. If only one lot lies at the place, the lot follows from the stock; otherwise the worker is asked. */
export function takeInHand(ctx: CodeContext, goods: Goods, fromId: string | null, at: Partial<StationPosition> = {}): Reply {
  const rows = rowsOf(ctx.work, goods.itemId, fromId).filter((row) => goods.serial === '' || row.serial === goods.serial);
  const lots = new Set(rows.map(({ lot }) => lot));
  if (goods.lot === '' && lots.size > 1 && itemOf(ctx.work, goods.itemId)?.lotMode)
    return { ...question('lot', { goods }, 'lotNeeded'), params: { sku: skuOf(ctx.work, goods.itemId) } };
  const row = rows.find(({ lot }) => goods.lot === '' || lot === goods.lot);
  const whole = { ...goods, lot: row?.lot ?? goods.lot, expiry: row?.expiry ?? goods.expiry };
  if (goods.serial !== '' && ctx.at.hand.some((own) => own.itemId === goods.itemId && own.serial === goods.serial))
    return { feedback: 'serialUsed', params: { serial: goods.serial } };
  const hand = add(ctx.at.hand, whole);
  return {
    feedback: 'taken',
    params: { qty: piecesInHand({ ...ctx.at, hand }, goods.itemId), sku: skuOf(ctx.work, goods.itemId) },
    at: { ...at, hand, fromId, itemId: goods.itemId, pending: null },
    step: true,
  };
}

type Put = (goods: Goods, fromId: string, toId: string) => ScanCommand;
/** Puts everything in hand down at a place. Each kind of goods becomes a command of its own. */
export function putGoodsDown(ctx: CodeContext, place: Work['places'][number], feedback: 'putAway' | 'moved', put: Put): Reply {
  const { hand, fromId, unitId } = ctx.at;
  const owners = hand.map(({ itemId }) => itemOf(ctx.work, itemId)?.merchantId ?? null);
  const refused = mayPut(place, owners);
  if (refused) return refused;
  const empty = { hand: [], unitId: null, itemId: null, pending: null };
  if (unitId !== null) {
    const unit = ctx.work.units.find(({ id }) => id === unitId)?.code ?? '';
    return {
      feedback: 'unitMoved',
      params: { unit, place: place.code },
      commands: [{ do: 'moveUnit', unitId, toId: place.id }],
      at: empty,
    };
  }
  if (fromId === null) return { feedback: 'placeFirst' };
  const qty = sum(hand.map((goods) => goods.qty));
  return { feedback, params: { qty, place: place.code }, commands: hand.map((goods) => put(goods, fromId, place.id)), at: empty };
}

/** A unit moves as a whole. Loose pieces in hand must be put down first. */
export const takeUnit = (ctx: CodeContext, unit: Work['units'][number]): Reply =>
  ctx.at.hand.length > 0
    ? { feedback: 'answerFirst', params: { question: 'place' } }
    : {
        feedback: 'unitTaken',
        params: { unit: unit.code, place: placeCode(ctx.work, unit.placeId) },
        at: { unitId: unit.id, itemId: null },
        step: true,
      };
