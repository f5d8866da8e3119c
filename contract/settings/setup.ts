/** Setup steps of a new installation, in order. Whether a step is done is computed (server/modules/settings/setup-steps.ts). */
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
