/** The modules of the product. contract/, server/modules/ and src/resources/ use the same names (docs/adr/0019-modules.md). */
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
  'bank',
  'billing',
  'trade',
  'office',
  'home',
] as const;
export type ModuleName = (typeof MODULE_NAMES)[number];
