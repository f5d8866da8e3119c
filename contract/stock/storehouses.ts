import { defineArea } from '../core/area.ts';
import { Address, EMPTY_ADDRESS, Line, Timezone } from '../core/fields.ts';

/** A site with one address and one time zone. It contains warehouses. */
export const storehouses = defineArea({
  name: 'storehouses',
  fields: {
    code: Line(20, 1),
    name: Line(100, 1),
    address: Address.default(EMPTY_ADDRESS),
    timezone: Timezone.default('Europe/Berlin'),
    contact: Line(100).default(''),
    phone: Line(40).default(''),
  },
  search: ['code', 'name'],
  title: ['code', 'name'],
  named: true,
});
