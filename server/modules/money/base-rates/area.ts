import { baseRates as area } from '#contract/money/base-rates';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { baseRates as table } from './table.ts';

const fields = defineFields(area, {
  validFrom: { kind: 'date', sort: true, filter: true, help: 'baseRates.help.validFrom', width: 140 },
  rate: { kind: 'percent', sort: true, help: 'baseRates.help.rate', width: 140 },
});
const all = ['validFrom', 'rate'] as const;

export const baseRates = defineServerArea({
  area,
  table,
  unique: [['validFrom']],
  masks: [
    defineMask(area, {
      key: 'accounting.baseRate.list',
      icon: 'percentage',
      fields,
      columns: all,
      filters: ['validFrom'],
      sort: '-validFrom',
      form: { layout: 'drawer', sections: { main: all } },
    }),
  ],
});
