import { ITEM_KINDS } from '#contract/catalog/items';
import { CURRENCIES } from '#contract/core/fields';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { priceRules as area } from '#contract/trade/price-rules';
import { DIMENSIONS, MODES, SCOPES } from '#contract/trade/rule';
import { defineFields } from '../../../core/http/mask.ts';

export const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 240 },
  categoryId: { kind: 'reference', area: 'quotationCategories', filter: true, width: 200 },
  tariffId: { kind: 'reference', area: 'tariffs', filter: true, width: 200, help: 'priceRules.help.tariffId' },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  mode: {
    kind: 'choice',
    filter: true,
    width: 150,
    help: 'priceRules.help.mode',
    options: MODES.map((value) => ({ value, label: `priceRules.modes.${value}` })),
  },
  per: {
    kind: 'choice',
    filter: true,
    width: 130,
    help: 'priceRules.help.per',
    options: SCOPES.map((value) => ({ value, label: `priceRules.scopes.${value}` })),
  },
  bands: {
    kind: 'lines',
    help: 'priceRules.help.bands',
    columns: {
      from: { kind: 'decimal', label: 'priceRules.bands.from', scale: QTY_SCALE, required: true, min: 0, default: 0, width: 120 },
      price: {
        kind: 'decimal',
        label: 'priceRules.bands.price',
        scale: PRICE_SCALE,
        currencyField: 'currency',
        required: true,
        min: 0,
        default: 0,
        width: 120,
      },
    },
    until: 'from',
    width: 300,
    max: 50,
  },
  countries: { kind: 'tags', pattern: 'countryCode', filter: true, width: 160, help: 'priceRules.help.countries' },
  carrierIds: { kind: 'references', area: 'carriers', width: 180 },
  zones: { kind: 'tags', width: 140 },
  itemKinds: { kind: 'choices', width: 180, options: ITEM_KINDS.map((value) => ({ value, label: `items.kinds.${value}` })) },
  minWeight: { kind: 'weight', width: 110 },
  maxWeight: { kind: 'weight', width: 110, help: 'priceRules.help.maxWeight' },
  conditions: {
    kind: 'lines',
    help: 'priceRules.help.conditions',
    columns: {
      dimension: {
        kind: 'choice',
        label: 'priceRules.conditions.dimension',
        required: true,
        options: DIMENSIONS.map((value) => ({ value, label: `priceRules.dimensions.${value}` })),
        width: 200,
      },
      value: { kind: 'text', label: 'priceRules.conditions.value', required: true, maxLength: 60, width: 160 },
    },
    width: 230,
    max: 50,
  },
  minAmount: { kind: 'money', currencyField: 'currency', blankZero: true, width: 130 },
  step: { kind: 'decimal', scale: QTY_SCALE, min: 0, blankZero: true, width: 110, help: 'priceRules.help.step' },
  markup: { kind: 'percent', filter: true, blankZero: true, width: 110, help: 'priceRules.help.markup' },
  validFrom: { kind: 'date', sort: true, filter: true, width: 120 },
  validTo: { kind: 'date', sort: true, filter: true, width: 120 },
});
