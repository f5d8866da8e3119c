import type { Mask } from '#contract/core/mask';
import { asNumber, type Row } from '../kinds/kind.ts';

/** Fields with totals. Money is excluded if its currency differs by row. */
export const totalFields = (mask: Mask): string[] =>
  mask.columns
    .map((column) => column.field)
    .filter((name) => {
      const spec = mask.fields[name];
      return spec?.total === true && !(spec.kind === 'money' && spec.currencyField);
    });

/** Sums of these rows, for instance of the selected ones. */
export const sumsOf = (fields: readonly string[], rows: Iterable<Row>): Record<string, number> => {
  const all = [...rows];
  return Object.fromEntries(fields.map((name) => [name, all.reduce((sum, row) => sum + (asNumber(row[name]) ?? 0), 0)]));
};
