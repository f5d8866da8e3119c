import type { Address } from '#contract/core/fields';

/** A whole address in Hamburg; a test writes only what it is about. */
export const addressOf = (over: Partial<Address> = {}): Address => ({
  name1: 'Depot',
  name2: '',
  streetName: 'Kirchgasse',
  streetNumber: '6',
  zip: '20457',
  city: 'Hamburg',
  country: 'DE',
  phone: '',
  email: '',
  addition: '',
  ...over,
});
