import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';

export const WAREHOUSE_KINDS = ['shelving', 'pallet', 'block', 'returns', 'bonded', 'yard'] as const;

/** A hall, or part of a storehouse, that is run as one unit. It contains compartments. */
export const warehouses = defineArea({
  name: 'warehouses',
  fields: {
    code: Line(20, 1),
    name: Line(100, 1),
    storehouseId: Ref('storehouses'),
    kind: z.enum(WAREHOUSE_KINDS).default('shelving'),
    description: Line(500).default(''),
  },
  search: ['code', 'name', 'description'],
  title: ['code', 'name'],
  named: true,
});
