import { CURRENCIES } from '#contract/core/fields';
import { containerTariffs as area } from '#contract/freight/container-tariffs';
import { CONTAINER_TYPES } from '#contract/freight/containers';
import { bandFaults } from '#contract/freight/demurrage';
import { EXPONENTS } from '#contract/money/scale';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { containerTariffs as table } from './table.ts';
import { refuseUsed } from './tariff.ts';

const bands = {
  kind: 'lines',
  columns: {
    from: { kind: 'number', label: 'containerTariffs.bands.from', required: true, min: 1, default: 1, width: 120 },
    perDay: {
      kind: 'decimal',
      label: 'containerTariffs.bands.perDay',
      scale: EXPONENTS.EUR,
      required: true,
      min: 0,
      default: 0,
      width: 120,
    },
  },
  until: 'from',
  width: 200,
  max: 20,
} as const;

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  shippingLine: { kind: 'text', sort: true, filter: true, help: 'containerTariffs.help.shippingLine', width: 140 },
  sizeTypes: {
    kind: 'choices',
    help: 'containerTariffs.help.sizeTypes',
    width: 180,
    options: CONTAINER_TYPES.map((value) => ({ value, label: `containers.types.${value}` })),
  },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  freeDays: { kind: 'number', min: 0, max: 60, help: 'containerTariffs.help.freeDays', width: 120 },
  demurrage: { ...bands, help: 'containerTariffs.help.bands' },
  detentionFreeDays: { kind: 'number', min: 0, max: 60, help: 'containerTariffs.help.detentionFreeDays', width: 120 },
  detention: bands,
  validFrom: { kind: 'date', sort: true, filter: true, help: 'containerTariffs.help.validFrom', width: 120 },
  remark: { kind: 'text', width: 200 },
});

export const containerTariffs = defineServerArea({
  area,
  table,
  related: [{ area: 'containers', by: 'tariffId', columns: ['no', 'containerNo', 'status', 'lastFreeDay', 'emptyDue'] }],
  check: ({ values: { demurrage = [], detention = [] } }) => [...bandFaults('demurrage', demurrage), ...bandFaults('detention', detention)],
  beforeSave: async ({ tx, values, current }) => {
    await refuseUsed(tx, values, current);
    return values;
  },
  masks: [
    defineMask(area, {
      key: 'c7r.tariffs.list',
      icon: 'coins',
      fields,
      sort: 'name',
      columns: ['name', 'shippingLine', 'freeDays', 'demurrage', 'detentionFreeDays', 'detention', 'currency', 'validFrom', 'sizeTypes'],
      filters: ['name', 'shippingLine', 'currency', 'validFrom'],
      form: {
        layout: 'page',
        sections: {
          main: ['name', 'shippingLine', 'sizeTypes', 'currency', 'validFrom', 'remark'],
          demurrage: ['freeDays', 'demurrage'],
          detention: ['detentionFreeDays', 'detention'],
        },
      },
    }),
  ],
});
