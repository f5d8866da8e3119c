import { CURRENCIES } from '#contract/core/fields';
import type { FieldSpec } from '#contract/core/mask';
import { AMOUNT_OF, AMOUNT_SERVICES } from '#contract/orders/amounts';
import { DELIVERY_SERVICES } from '#contract/orders/tasks';

const services: FieldSpec = {
  kind: 'choices',
  label: 'tasks.fields.deliveryServices',
  options: DELIVERY_SERVICES.map((value) => ({ value, label: `tasks.deliveryServices.${value}` })),
};
const currency: FieldSpec = {
  kind: 'choice',
  label: 'tasks.fields.currency',
  required: true,
  options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
};
const amount = (name: string): FieldSpec => ({
  kind: 'money',
  currencyField: 'currency',
  label: `tasks.fields.${name}`,
  required: true,
});

/** The delivery services of a new order, and the amount that each chosen one needs. */
export function serviceFields(chosen: unknown): Record<string, FieldSpec> {
  const needed = AMOUNT_SERVICES.filter((service) => Array.isArray(chosen) && chosen.includes(service));
  if (needed.length === 0) return { deliveryServices: services };
  return { deliveryServices: services, ...Object.fromEntries(needed.map((one) => [AMOUNT_OF[one], amount(AMOUNT_OF[one])])), currency };
}
