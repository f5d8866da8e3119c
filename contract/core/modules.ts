/** The modules of the product: the same names stand in contract/, server/modules/ and src/resources/ (docs/adr/0019-modules.md). */
export const MODULE_NAMES = [
  'catalog',
  'parties',
  'stock',
  'access',
  'settings',
  'transfer',
  'printing',
  'orders',
  'scanning',
  'shipping',
  'freight',
  'support',
  'channels',
  'money',
  'trade',
  'office',
  'home',
] as const;
export type ModuleName = (typeof MODULE_NAMES)[number];
