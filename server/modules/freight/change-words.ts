// Changes of a service in words, for messages.
import { Address } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import { labelOf, type ServiceArea } from '#contract/freight/agreed';
import type { Change } from '#contract/freight/change-requests';
import { textIn } from '../../core/http/texts.ts';

/** One line for each changed field, with the labels of the reader's language. */
export const summaryIn = (locale: Locale, area: ServiceArea, changes: readonly Change[]): string =>
  changes
    .map(({ field, from, to }) => `${textIn(locale, labelOf(area, field))}: ${inWords(locale, from)} → ${inWords(locale, to)}`)
    .join('\n');

function inWords(locale: Locale, value: unknown): string {
  if (typeof value === 'boolean') return textIn(locale, value ? 'mask.yes' : 'mask.no');
  const address = Address.safeParse(value);
  if (address.success) {
    const { name1, streetName, streetNumber, country, zip, city } = address.data;
    return [name1, [streetName, streetNumber].filter(Boolean).join(' '), [country, zip, city].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', ');
  }
  return value === null || value === undefined || value === '' ? '–' : String(value);
}
