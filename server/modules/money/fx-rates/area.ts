import { CURRENCIES } from '#contract/core/fields';
import { fxRates as area, FX_SOURCES } from '#contract/money/fx-rates';
import { HOUSE_CURRENCY, RATE_SCALE } from '#contract/money/scale';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../fields.ts';
import { fxRates as table } from './table.ts';

const foreign = CURRENCIES.filter((one) => one !== HOUSE_CURRENCY);
const fields = defineFields(area, {
  currency: { kind: 'choice', filter: true, sort: true, width: 100, options: currencyOptions(foreign) },
  validOn: { kind: 'date', filter: true, sort: true, width: 130 },
  rate: { kind: 'decimal', scale: RATE_SCALE, min: 1, sort: true, help: 'fxRates.help.rate', width: 130 },
  source: { kind: 'choice', filter: true, width: 200, options: FX_SOURCES.map((value) => ({ value, label: `fxRates.sources.${value}` })) },
});
const all = ['currency', 'validOn', 'rate', 'source'] as const;

export const fxRates = defineServerArea({
  area,
  table,
  masks: [
    defineMask(area, {
      key: 'accounting.fxRate.list',
      icon: 'coins',
      fields,
      columns: [...all, { field: 'createdAt', hidden: true }],
      filters: ['currency', 'validOn', 'source'],
      sort: '-validOn',
      form: { layout: 'drawer', sections: { main: all } },
      import: { fields: all, match: ['currency', 'validOn', 'source'] },
    }),
  ],
});
