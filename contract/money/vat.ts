import type { Texts } from '../core/fields.ts';

/** UNTDID 5305 as EN 16931 uses it: standard, zero, exempt, reverse charge, intra-community supply, export, outside the scope. */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** Sentences required on an invoice without tax (§ 14 Abs. 4 Nr. 8, § 14a Abs. 5 UStG; Art. 226 Nos. 11, 11a of Directive 2006/112/EC). */
export const VAT_SENTENCES: Record<Exclude<VatCategory, 'S'>, Texts> = {
  Z: { en: 'Zero-rated supply.', cn: '适用零税率。', de: 'Umsatz zum Steuersatz 0 %.' },
  E: {
    en: 'Exempt from VAT under section 4 UStG (German VAT Act).',
    cn: '根据德国《增值税法》第4条免征增值税。',
    de: 'Steuerfreier Umsatz nach § 4 UStG.',
  },
  AE: {
    en: 'Reverse charge: VAT is payable by the recipient (Art. 196 Directive 2006/112/EC).',
    cn: '反向征收：增值税由服务接受方缴纳（欧盟指令 2006/112/EC 第196条）。',
    de: 'Steuerschuldnerschaft des Leistungsempfängers (Art. 196 MwStSystRL, § 13b UStG).',
  },
  K: {
    en: 'Intra-Community supply exempt from VAT (Art. 138 Directive 2006/112/EC).',
    cn: '欧盟内部供货，免征增值税（欧盟指令 2006/112/EC 第138条）。',
    de: 'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b, § 6a UStG).',
  },
  G: {
    en: 'Export supply exempt from VAT (Art. 146 Directive 2006/112/EC).',
    cn: '出口供货，免征增值税（欧盟指令 2006/112/EC 第146条）。',
    de: 'Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a, § 6 UStG).',
  },
  O: {
    en: 'Not taxable in Germany: place of supply is where the recipient is established (Art. 44 Directive 2006/112/EC).',
    cn: '在德国不征税：服务地点为接受方所在地（欧盟指令 2006/112/EC 第44条）。',
    de: 'In Deutschland nicht steuerbar: Leistungsort beim Empfänger (§ 3a Abs. 2 UStG).',
  },
};

/** Member states. Greece uses the prefix EL in VAT ids. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
export const HOUSE_COUNTRY = 'DE';

/**
 * The default category of an invoice. A VAT id counts only if its prefix matches the party's country. A party without one is treated as
 * a private person and pays the tax of the house's country (Art. 45). The category can be changed on the line.
 */
export function vatFor({ country, vatId }: { country: string; vatId: string }, supply: 'service' | 'goods' = 'service'): VatCategory {
  if (country === '' || country === HOUSE_COUNTRY) return 'S';
  if (!EU.includes(country)) return supply === 'goods' ? 'G' : 'O';
  const prefix = country === 'GR' ? 'EL' : country;
  if (!vatId.toUpperCase().startsWith(prefix) || vatId.length < 4) return 'S';
  return supply === 'goods' ? 'K' : 'AE';
}

/** Categories that require the recipient's VAT id on the invoice (§ 14a Abs. 1 and 3 UStG). */
export const NEEDS_VAT_ID: readonly VatCategory[] = ['AE', 'K'];
