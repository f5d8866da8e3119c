import { CURRENCIES } from '#contract/core/fields';
import { VAT_CATEGORIES } from '#contract/money/vat';

const same = (value: string) => ({ value, label: { en: value, cn: value, de: value } });
export const currencyOptions = (currencies: readonly string[] = CURRENCIES) => currencies.map(same);
export const vatOptions = VAT_CATEGORIES.map((value) => ({ value, label: `tax.categories.${value}` }));
