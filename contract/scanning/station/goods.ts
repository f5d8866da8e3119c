import type { WorkItem } from '../work.ts';
import { type CodeContext, itemOf, type Need, type ProfileRules, placeCode, question, type Reply } from './profile-rules.ts';
import type { Goods } from './state.ts';

const fits = (letter: string, sign: string): boolean => {
  if (sign === '#') return /\d/.test(letter);
  return sign === '@' ? /[A-Za-z]/.test(letter) : letter === sign;
};
/**
 * Tests a serial number against a pattern: `#` is a digit, `@` a letter, `*` any remainder. An empty pattern matches everything.
 * Matched by a loop, because a generated regular expression could backtrack without end.
 */
export function matchesPattern(serial: string, pattern: string): boolean {
  if (pattern === '') return true;
  let at = 0;
  let sign = 0;
  let star = -1;
  let resume = 0;
  while (at < serial.length) {
    if (pattern[sign] === '*') {
      star = sign++;
      resume = at;
    } else if (sign < pattern.length && fits(serial.charAt(at), pattern.charAt(sign))) {
      at++;
      sign++;
    } else if (star >= 0) {
      sign = star + 1;
      at = ++resume;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(sign));
}
const isSerial = (text: string): boolean => /^[^\s\p{C}]{2,64}$/u.test(text);

const lacks: Record<Need, (goods: Goods) => boolean> = {
  lot: ({ lot }) => lot === '',
  expiry: ({ expiry }) => expiry === null,
  serial: ({ serial }) => serial === '',
};

type Handling = NonNullable<ProfileRules['goods']>;

/** Why this serial number is refused: wrong format, already used, or not at the expected place. */
function serialFault(ctx: CodeContext, handling: Handling, item: WorkItem, goods: Goods): Reply | null {
  const { serial } = goods;
  const params = { serial, sku: item.sku };
  if (!isSerial(serial) || !matchesPattern(serial, item.serialPattern))
    return { feedback: 'serialWrong', params: { ...params, pattern: item.serialPattern } };
  if (ctx.work.serials.some((own) => own.itemId === item.id && own.serial === serial)) return { feedback: 'serialUsed', params };
  const rows = ctx.work.stock.filter((row) => row.itemId === item.id && row.serial !== '');
  const own = rows.filter((row) => row.serial === serial && row.qty > 0);
  if (handling.serials === 'any') return null;
  if (handling.serials === 'new') return own.length > 0 ? { feedback: 'serialUsed', params } : null;
  const placeId = handling.serials(ctx, goods);
  if (ctx.work.partial || own.some((row) => row.placeId === placeId)) return null;
  if (own.length > 0) return { feedback: 'serialUsed', params };
  // Serial numbers at other places say nothing about those at this place.
  return rows.some((row) => row.placeId === placeId)
    ? { feedback: 'serialUnknown', params: { ...params, place: placeCode(ctx.work, placeId) } }
    : null;
}

/** Processes scanned pieces: checks that they are allowed here, asks for missing lot, expiry date or serial number, then books them. */
export function handle(ctx: CodeContext, handling: Handling, goods: Goods): Reply {
  const item = itemOf(ctx.work, goods.itemId);
  if (!item) return { feedback: 'unknownItem' };
  const needs = handling.needs(item, ctx.options);
  const bySerial = needs.includes('serial');
  // A serial number identifies one piece. If several pieces were typed, each is asked for separately.
  const one = bySerial && goods.serial !== '' ? { ...goods, qty: 1 } : goods;
  const refused = handling.check(ctx, one, item);
  if (refused) return refused;
  const fault = one.serial !== '' && (bySerial || item.serialPattern !== '') ? serialFault(ctx, handling, item, one) : null;
  if (fault) return fault;
  const missing = needs.find((need) => lacks[need](one));
  const params = { question: missing ?? '', sku: item.sku };
  if (missing) return { ...question(missing, { goods: one }), params, at: { ...question(missing, { goods: one }).at, itemId: item.id } };
  const reply = handling.book(ctx, one, item);
  const rest = goods.qty - one.qty;
  const booked = (reply.commands?.length ?? 0) > 0 || reply.step === true;
  return rest > 0 && booked && !reply.at?.pending
    ? { ...reply, at: { ...reply.at, pending: { ask: 'serial', goods: { ...goods, qty: rest, serial: '' }, options: [], got: {} } } }
    : reply;
}
