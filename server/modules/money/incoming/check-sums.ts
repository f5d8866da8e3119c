import type { IncomingFinding } from '#contract/money/incoming-findings';
import type { ReceivedAllowance, ReceivedInvoice } from '#contract/money/received-invoice';
import { taxOf } from '#contract/money/sums';
import { VAT_CATEGORIES, type VatCategory } from '#contract/money/vat';
import { finding } from './finding.ts';

/** The arithmetic of EN 16931 (BR-CO-10 to BR-CO-17, BR-S-08 and its sisters) over what was read. */

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const amounts = (allowances: readonly ReceivedAllowance[], isCharge: boolean): number =>
  sumOf(allowances.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));

export const isVatCategory = (category: string): category is VatCategory => VAT_CATEGORIES.some((one) => one === category);
const keyOf = ({ category, rate }: { category: string; rate: number | null }): string =>
  `${category} ${category === 'O' ? 0 : (rate ?? 0)}`;

/** What the lines, allowances and charges of each group of VAT add up to. */
function basesOf({ lines, allowances }: ReceivedInvoice): Map<string, { base: number; count: number }> {
  const bases = new Map<string, { base: number; count: number }>();
  const add = (of: { category: string; rate: number | null }, amount: number): void => {
    const known = bases.get(keyOf(of)) ?? { base: 0, count: 0 };
    bases.set(keyOf(of), { base: known.base + amount, count: known.count + 1 });
  };
  for (const line of lines) add(line, line.net);
  for (const one of allowances) add(one, one.isCharge ? one.amount : -one.amount);
  return bases;
}

function vatFindings(document: ReceivedInvoice): IncomingFinding[] {
  const bases = basesOf(document);
  const found: IncomingFinding[] = document.vat.flatMap((group) => {
    const { category, rate, base, tax } = group;
    const percent = rate / 100;
    const of = bases.get(keyOf(group)) ?? { base: 0, count: 0 };
    const drawn = taxOf(group.base, group.rate);
    const list: IncomingFinding[] = [];
    if (!isVatCategory(category)) list.push(finding('vatCategory', { category }, 'BR-CL-17'));
    else if ((category === 'S') !== rate > 0) list.push(finding('vatRate', { category, percent }, `BR-${category}-05`));
    if (of.base !== base) list.push(finding('vatBase', { category, percent, stated: base, found: of.base }, `BR-${category}-08`));
    // A supplier that rounds the tax of each line differs by at most a cent for each.
    if (Math.abs(tax - drawn) > of.count + 1) list.push(finding('vatAmount', { category, percent, stated: tax, found: drawn }, 'BR-CO-17'));
    else if (tax !== drawn) list.push(finding('vatRounded', { category, percent, stated: tax, found: drawn }, 'BR-CO-17'));
    return list;
  });
  if (document.vat.length === 0) found.push(finding('vatMissing', {}, 'BR-CO-18'));
  if (document.vat.some(({ base, tax }) => base < 0 || tax < 0)) found.push(finding('negative'));
  return found;
}

/** Every sum that differs from its parts, with both figures. */
export function checkSums(document: ReceivedInvoice): IncomingFinding[] {
  const { totals, allowances, lines, vat } = document;
  const found: IncomingFinding[] = [];
  const compare = (code: Parameters<typeof finding>[0], rule: string, stated: number | null, drawn: number): void => {
    if ((stated ?? 0) !== drawn) found.push(finding(code, { stated: stated ?? 0, found: drawn }, rule));
  };
  compare('sumLines', 'BR-CO-10', totals.lines, sumOf(lines.map(({ net }) => net)));
  compare('sumAllowances', 'BR-CO-11', totals.allowances, amounts(allowances, false));
  compare('sumCharges', 'BR-CO-12', totals.charges, amounts(allowances, true));
  compare('netTotal', 'BR-CO-13', totals.net, (totals.lines ?? 0) - (totals.allowances ?? 0) + (totals.charges ?? 0));
  compare('taxTotal', 'BR-CO-14', totals.tax, sumOf(vat.map(({ tax }) => tax)));
  compare('grossTotal', 'BR-CO-15', totals.gross, (totals.net ?? 0) + (totals.tax ?? 0));
  compare('dueTotal', 'BR-CO-16', totals.due, (totals.gross ?? 0) - (totals.paid ?? 0) + (totals.rounding ?? 0));
  return [...found, ...vatFindings(document)];
}
