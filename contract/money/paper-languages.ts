import type { Locale } from '../core/limits.ts';

/**
 * The languages of an invoice by the country of its recipient. Tax authorities of German-speaking countries read German. Chinese-speaking
 * countries get Chinese and English, all others English.
 */
export function paperLanguages(country: string): Locale[] {
  if (['DE', 'AT', 'CH', 'LI'].includes(country)) return ['de'];
  return ['CN', 'TW', 'HK', 'MO'].includes(country) ? ['cn', 'en'] : ['en'];
}
