import type { Translate } from '../../providers/i18n.ts';

/** A filtered field and its value, as shown to the user. */
export type Condition = { field: string; value: string };
export type Filtering = { conditions?: readonly Condition[]; search?: string };

/** One sentence: "Filtered: state is open; search: oak". */
export function describeFilters({ conditions = [], search = '' }: Filtering, t: Translate): string {
  const parts = conditions.map(({ field, value }) => t('pdf.condition', { field, value }));
  if (search !== '') parts.push(t('pdf.search', { text: search }));
  return parts.length === 0 ? t('pdf.unfiltered') : t('pdf.filtered', { conditions: parts.join(t('pdf.separator')) });
}

const NAME_MAX = 80;

/** "stock-balances-2026-11-23.pdf". Letters of every script are kept. */
export function fileName(title: string, day: string): string {
  const name = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, NAME_MAX)
    .replace(/^-|-$/g, '');
  return `${name === '' ? '' : `${name}-`}${day}.pdf`;
}
