import type { FieldError } from '#contract/core/envelope';
import type { Locale } from '#contract/core/limits';
import type { CellSpec } from '#contract/core/mask';
import { dunningSchemes as area } from '#contract/money/dunning-schemes';
import { MAX_LEVELS } from '#contract/money/dunning-states';
import { defineServerArea, type Saving } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { textIn } from '../../../core/http/texts.ts';
import { dunningSchemes as table } from './table.ts';

/** What the letters of each level say in a language without texts of their own. */
const standard = (locale: Locale): string[] =>
  Array.from({ length: MAX_LEVELS }, (_, i) => textIn(locale, `dunningSchemes.standard.level${i + 1}`));
const written = { kind: 'text', multiline: true, maxLength: 1000, width: 300 } as const;
const LEVEL: Record<string, CellSpec> = {
  afterDays: { kind: 'number', label: 'dunningSchemes.levels.afterDays', required: true, min: 1, max: 365, default: 7, width: 100 },
  waitDays: { kind: 'number', label: 'dunningSchemes.levels.waitDays', required: true, min: 0, max: 365, default: 14, width: 100 },
  payDays: { kind: 'number', label: 'dunningSchemes.levels.payDays', required: true, min: 1, max: 90, default: 10, width: 100 },
  fee: { kind: 'money', label: 'dunningSchemes.levels.fee', currency: 'EUR', default: 0, width: 90 },
  interest: { kind: 'boolean', label: 'dunningSchemes.levels.interest', default: false, width: 64 },
  flatSum: { kind: 'boolean', label: 'dunningSchemes.levels.flatSum', default: false, width: 64 },
  textEn: { ...written, label: 'dunningSchemes.levels.textEn', standard: standard('en') },
  textDe: { ...written, label: 'dunningSchemes.levels.textDe', standard: standard('de') },
  textCn: { ...written, label: 'dunningSchemes.levels.textCn', standard: standard('cn') },
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
