import type { Address } from '../core/fields.ts';
import { EU_COUNTRIES } from '../parties/vat-id.ts';

/** Which addresses goods reach only with a declaration to the customs. */

/**
 * Postal codes of a country of the Union whose goods are declared as if they left it: parts that are not of its customs territory (Art. 4
 * Regulation (EU) 952/2013), or not of its territory for VAT (Art. 6 Directive 2006/112/EC).
 */
const DECLARED: Readonly<Record<string, RegExp>> = {
  // Heligoland and Büsingen.
  DE: /^(27498|78266)$/,
  // Greenland and the Faroe Islands, where they are written with the code of Denmark.
  DK: /^(39\d\d|\d{3})$/,
  // The Canary Islands, Ceuta and Melilla.
  ES: /^(35|38|51|52)\d{3}$/,
  // Åland.
  FI: /^22\d{3}$/,
  // Overseas departments and territories. 980 is Monaco, which belongs to the customs union.
  FR: /^(97|98[4678])\d+$/,
  // Mount Athos.
  GR: /^6308[67]$/,
  // Livigno and Campione d’Italia.
  IT: /^(23041|22061)$/,
};
/** Postal codes of a country outside the Union that goods reach without a declaration. */
const FREE: Readonly<Record<string, RegExp>> = {
  // Northern Ireland, by the Windsor Framework.
  GB: /^BT/,
  MC: /^/,
};

/** Whether goods sent there from the European Union are declared to the customs. */
export function isDeclared({ country, zip }: Pick<Address, 'country' | 'zip'>): boolean {
  const code = zip.toUpperCase().replaceAll(/[\s-]/g, '');
  const [inside, parts] = EU_COUNTRIES.has(country) ? [true, DECLARED] : [false, FREE];
  return (parts[country]?.test(code) ?? false) === inside;
}
