import { cents, type Semantic, scaled } from './terms.ts';

/** The rules of each VAT category: BR-S-*, BR-Z-*, BR-E-*, BR-AE-*, BR-IC-*, BR-G-*, BR-O-*. */

type Rule = (invoice: Semantic) => boolean;
const uses = ({ lines }: Semantic, code: string): boolean => lines.some((line) => line['BT-151'] === code);
const groups = ({ vat }: Semantic, code: string) => vat.filter((group) => group['BT-118'] === code);

/** What the seller and the buyer must be identified by, where the category is used. */
const SELLER: Record<string, readonly string[]> = {
  S: ['BT-31', 'BT-32'],
  Z: ['BT-31', 'BT-32'],
  E: ['BT-31', 'BT-32'],
  AE: ['BT-31', 'BT-32'],
  K: ['BT-31'],
  G: ['BT-31'],
};
const NEEDS_BUYER = ['AE', 'K'];
/** Categories whose groups state why there is no tax; the others must not. */
const WITH_REASON = ['E', 'AE', 'K', 'G', 'O'];

function rulesOf(code: string, name: string): Record<string, Rule> {
  const standard = code === 'S';
  return {
    [`BR-${name}-01`]: (invoice) => {
      const found = groups(invoice, code).length;
      return uses(invoice, code) ? (standard ? found >= 1 : found === 1) : found === 0;
    },
    [`BR-${name}-02`]: (invoice) =>
      !uses(invoice, code) ||
      ((SELLER[code] ?? []).some((term) => invoice.head[term] !== undefined) &&
        (!NEEDS_BUYER.includes(code) || invoice.head['BT-48'] !== undefined)),
    [`BR-${name}-05`]: ({ lines }) =>
      lines
        .filter((line) => line['BT-151'] === code)
        .every((line) => (standard ? scaled(line['BT-152'], 2) > 0 : scaled(line['BT-152'], 2) === 0)),
    [`BR-${name}-08`]: (invoice) =>
      groups(invoice, code).every((group) => {
        const same = invoice.lines.filter(
          (line) => line['BT-151'] === code && (!standard || scaled(line['BT-152'], 2) === scaled(group['BT-119'], 2)),
        );
        return cents(group['BT-116']) === same.reduce((sum, line) => sum + cents(line['BT-131']), 0);
      }),
    [`BR-${name}-09`]: (invoice) =>
      groups(invoice, code).every((group) => {
        const exact = (cents(group['BT-116']) * scaled(group['BT-119'], 2)) / 10_000;
        return standard ? Math.abs(cents(group['BT-117']) - exact) < 100 : cents(group['BT-117']) === 0;
      }),
    [`BR-${name}-10`]: (invoice) =>
      groups(invoice, code).every((group) => ((group['BT-120'] ?? group['BT-121']) !== undefined) === WITH_REASON.includes(code)),
  };
}

export const VAT_RULES: Record<string, Rule> = {
  ...rulesOf('S', 'S'),
  ...rulesOf('Z', 'Z'),
  ...rulesOf('E', 'E'),
  ...rulesOf('AE', 'AE'),
  ...rulesOf('K', 'IC'),
  ...rulesOf('G', 'G'),
  'BR-IC-11': (invoice) => !uses(invoice, 'K') || (invoice.head['BT-72'] ?? invoice.head['BT-73']) !== undefined,
  'BR-IC-12': (invoice) => !uses(invoice, 'K') || invoice.head['BT-80'] !== undefined,
  'BR-O-01': (invoice) => (uses(invoice, 'O') ? groups(invoice, 'O').length === 1 : groups(invoice, 'O').length === 0),
  'BR-O-02': (invoice) => !uses(invoice, 'O') || (invoice.head['BT-31'] === undefined && invoice.head['BT-48'] === undefined),
  'BR-O-05': ({ lines }) => lines.every((line) => line['BT-151'] !== 'O' || line['BT-152'] === undefined),
  'BR-O-08': (invoice) =>
    groups(invoice, 'O').every(
      (group) =>
        cents(group['BT-116']) ===
        invoice.lines.filter((line) => line['BT-151'] === 'O').reduce((sum, line) => sum + cents(line['BT-131']), 0),
    ),
  'BR-O-09': (invoice) => groups(invoice, 'O').every((group) => cents(group['BT-117']) === 0),
  'BR-O-10': (invoice) => groups(invoice, 'O').every((group) => (group['BT-120'] ?? group['BT-121']) !== undefined),
  'BR-O-11': (invoice) => groups(invoice, 'O').length === 0 || invoice.vat.length === 1,
  'BR-O-12': (invoice) => groups(invoice, 'O').length === 0 || invoice.lines.every((line) => line['BT-151'] === 'O'),
};
