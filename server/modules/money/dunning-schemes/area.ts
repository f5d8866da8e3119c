import type { FieldError } from '#contract/core/envelope';
import type { CellSpec } from '#contract/core/mask';
import { dunningSchemes as area } from '#contract/money/dunning-schemes';
import { MAX_LEVELS } from '#contract/money/dunning-states';
import { defineServerArea, type Saving } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { dunningSchemes as table } from './table.ts';

const LEVEL: Record<string, CellSpec> = {
  afterDays: { kind: 'number', label: 'dunningSchemes.levels.afterDays', required: true, min: 1, max: 365, default: 7, width: 100 },
  waitDays: { kind: 'number', label: 'dunningSchemes.levels.waitDays', required: true, min: 0, max: 365, default: 14, width: 100 },
  payDays: { kind: 'number', label: 'dunningSchemes.levels.payDays', required: true, min: 1, max: 90, default: 10, width: 100 },
  fee: { kind: 'money', label: 'dunningSchemes.levels.fee', currency: 'EUR', default: 0, width: 90 },
  interest: { kind: 'boolean', label: 'dunningSchemes.levels.interest', default: false, width: 64 },
  flatSum: { kind: 'boolean', label: 'dunningSchemes.levels.flatSum', default: false, width: 64 },
  textEn: { kind: 'text', label: 'dunningSchemes.levels.textEn', multiline: true, maxLength: 1000, width: 180 },
  textDe: { kind: 'text', label: 'dunningSchemes.levels.textDe', multiline: true, maxLength: 1000, width: 180 },
  textCn: { kind: 'text', label: 'dunningSchemes.levels.textCn', multiline: true, maxLength: 1000, width: 180 },
};

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  active: { kind: 'boolean', filter: true, width: 100 },
  minimum: { kind: 'money', currency: 'EUR', help: 'dunningSchemes.help.minimum', width: 130 },
  merchantIds: { kind: 'references', area: 'merchants', help: 'dunningSchemes.help.parties', width: 220 },
  customerIds: { kind: 'references', area: 'customers', help: 'dunningSchemes.help.parties', width: 220 },
  // A level without texts of its own prints the standard ones.
  levels: { kind: 'lines', columns: LEVEL, details: ['textEn', 'textDe', 'textCn'], max: MAX_LEVELS, help: 'dunningSchemes.help.levels' },
});

/** Later levels come later, so that an item cannot reach two at once. */
function faults({ values: { levels = [] } }: Saving<typeof area>): FieldError[] {
  return levels.flatMap(({ afterDays }, i) =>
    i > 0 && afterDays <= (levels[i - 1]?.afterDays ?? 0) ? [{ path: `levels.${i}.afterDays`, rule: 'levelsRise' }] : [],
  );
}

export const dunningSchemes = defineServerArea({
  area,
  table,
  check: faults,
  unique: [['name']],
  masks: [
    defineMask(area, {
      key: 'accounting.dunningScheme.list',
      icon: 'notification',
      fields,
      columns: ['name', 'active', 'minimum', 'merchantIds', 'customerIds'],
      filters: ['name', 'active'],
      sort: 'name',
      form: { layout: 'page', sections: { main: ['name', 'active', 'minimum', 'merchantIds', 'customerIds'], levels: ['levels'] } },
    }),
  ],
});
