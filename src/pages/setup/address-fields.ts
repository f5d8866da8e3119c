import type { FieldSpec } from '#contract/core/mask';

/** Street, postcode, city and country as single fields, as wide as their content. */
export const ADDRESS_FIELDS: Record<string, FieldSpec> = {
  streetName: { kind: 'text', label: 'mask.address.streetName', required: true, maxLength: 100 },
  streetNumber: { kind: 'text', label: 'mask.address.streetNumber', maxLength: 12 },
  zip: { kind: 'text', label: 'mask.address.zip', required: true, maxLength: 12 },
  city: { kind: 'text', label: 'mask.address.city', required: true, maxLength: 100 },
  country: { kind: 'text', label: 'setup.company.country', required: true, pattern: 'countryCode' },
};
