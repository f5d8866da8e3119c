/**
 * The boxes of the German VAT return (UStVA) that the house fills in, in the order of the form. `base`: an amount without tax, in whole
 * euros, cut. `tax`: in cents. The tax of a base with a rate of its own (81, 86, 89) has no box of its own; the form computes it.
 */
export const VAT_BOXES = [
  { box: '81', kind: 'base' },
  { box: '86', kind: 'base' },
  { box: '35', kind: 'base' },
  { box: '36', kind: 'tax' },
  { box: '41', kind: 'base' },
  { box: '43', kind: 'base' },
  { box: '48', kind: 'base' },
  { box: '89', kind: 'base' },
  { box: '93', kind: 'base' },
  { box: '46', kind: 'base' },
  { box: '47', kind: 'tax' },
  { box: '84', kind: 'base' },
  { box: '85', kind: 'tax' },
  { box: '21', kind: 'base' },
  { box: '60', kind: 'base' },
  { box: '45', kind: 'base' },
  { box: '66', kind: 'input' },
  { box: '61', kind: 'input' },
  { box: '62', kind: 'input' },
  { box: '67', kind: 'input' },
] as const;
/** What is to be paid; below zero it is paid back. */
export const VAT_DUE_BOX = '83';

/** The sums of a tax code in a period, in euro cents. `base` is without tax; `owed` is output tax; `input` can be deducted. */
export type CodeSums = {
  code: string;
  direction: 'out' | 'in';
  boxBase: string;
  boxTax: string;
  boxOwed: string;
  base: number;
  owed: number;
  input: number;
};
export type BoxFigure = { box: string; kind: 'base' | 'tax' | 'input'; amount: number; tax: number | null; codes: string[] };

const CENTS = 100;
const cut = (cents: number): number => Math.trunc(cents / CENTS) * CENTS;

/**
 * The figures of the return. Owed tax stands in its own box, else with its base; input tax in its own. A code without a box is left out and
 * named by `withoutBox`.
 */
export function vatFigures(sums: readonly CodeSums[]): { figures: BoxFigure[]; due: number; withoutBox: string[] } {
  const found = new Map<string, BoxFigure>();
  const add = (box: string, kind: BoxFigure['kind'], amount: number, tax: number | null, code: string): void => {
    const figure = found.get(box) ?? { box, kind, amount: 0, tax: null, codes: [] };
    figure.amount += amount;
    if (tax !== null) figure.tax = (figure.tax ?? 0) + tax;
    if (!figure.codes.includes(code)) figure.codes.push(code);
    found.set(box, figure);
  };
  let due = 0;
  const withoutBox: string[] = [];
  for (const { code, boxBase, boxTax, boxOwed, base, owed, input } of sums) {
    due += owed - input;
    if (boxBase !== '') add(boxBase, 'base', base, boxOwed === '' && owed !== 0 ? owed : null, code);
    if (boxOwed !== '') add(boxOwed, 'tax', owed, null, code);
    if (boxTax !== '') add(boxTax, 'input', input, null, code);
    const lost = (owed !== 0 && boxOwed === '' && boxBase === '') || (input !== 0 && boxTax === '');
    if (lost) withoutBox.push(code);
  }
  const order = VAT_BOXES.map(({ box }) => box as string);
  const at = (box: string): number => (order.includes(box) ? order.indexOf(box) : order.length);
  const figures = [...found.values()]
    .map((figure) => (figure.kind === 'base' ? { ...figure, amount: cut(figure.amount) } : figure))
    // A supply that was taken back completely leaves nothing to report.
    .filter(({ amount, tax }) => amount !== 0 || (tax ?? 0) !== 0)
    .toSorted((a, b) => at(a.box) - at(b.box) || a.box.localeCompare(b.box));
  return { figures, due, withoutBox };
}
