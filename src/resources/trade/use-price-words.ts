import { useMemo } from 'react';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { countryName } from '../../core/mask/kinds/country.ts';
import { formatMoney, formatNumber, NOTHING } from '../../providers/format.ts';
import { useLocale, useT } from '../../providers/i18n.ts';
import type { GridRule } from './price-grid.ts';

const GRAMS = 1000;

/** Prices, quantities and conditions of rules in the words of the reader. */
export function usePriceWords() {
  const t = useT();
  const locale = useLocale();
  return useMemo(() => {
    const number = (value: number, most: number): string => formatNumber(value, { maximumFractionDigits: most }, locale);
    const quantity = (thousandths: number): string => number(thousandths / 10 ** QTY_SCALE, QTY_SCALE);
    const price = (value: number | null, currency: string): string =>
      value === null
        ? NOTHING
        : formatNumber(
            value / 10 ** PRICE_SCALE,
            { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: PRICE_SCALE },
            locale,
          );
    const percent = (hundredths: number): string =>
      formatNumber(hundredths / 10_000, { style: 'percent', maximumFractionDigits: 2, signDisplay: 'exceptZero' }, locale);
    const weight = ({ minWeight, maxWeight }: GridRule): string =>
      [
        minWeight === null ? '' : t('tariffs.grid.weightFrom', { weight: number(minWeight / GRAMS, 3) }),
        maxWeight === null ? '' : t('tariffs.grid.weightBelow', { weight: number(maxWeight / GRAMS, 3) }),
      ]
        .filter(Boolean)
        .join(' ');
    /** What a price depends on. Empty if it holds for every case. */
    const conditions = (rule: GridRule): string =>
      [
        rule.countries.map((code) => countryName(code, locale)).join(', '),
        rule.carriers.join(', '),
        rule.zones.length > 0 ? `${t('priceRules.fields.zones')}: ${rule.zones.join(', ')}` : '',
        rule.itemKinds.map((kind) => t(`items.kinds.${kind}`)).join(', '),
        weight(rule),
        ...rule.conditions.map(({ dimension, value }) => `${t(`priceRules.dimensions.${dimension}`)}: ${value}`),
        rule.per === 'fact' ? '' : t(`priceRules.simulate.per.${rule.per}`),
      ]
        .filter(Boolean)
        .join(' · ');
    const amount = (value: number, currency: string): string => formatMoney(value, currency, locale);
    return { quantity, price, percent, conditions, amount };
  }, [t, locale]);
}
