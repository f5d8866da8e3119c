import { quotations as area } from '#contract/trade/quotations';
import { areaRow } from '../../../core/http/area.ts';
import { quotationPaper } from '../../trade/index.ts';
import type { Builder } from './builder.ts';

export const quotation: Builder = async ({ tx, rows }) => {
  const records = new Map<string, object>();
  for (const row of rows) {
    const one = areaRow(area, row);
    records.set(one.id, await quotationPaper(tx, one));
  }
  return records;
};
