/** What a new house does first, in this order. Each is done as soon as the facts say so (server/modules/settings/setup-steps.ts). */
export const SETUP_STEPS = [
  'houseAddress',
  'storehouse',
  'places',
  'taxRates',
  'carrier',
  'merchant',
  'user',
  'printer',
  'mail',
  'backup',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
