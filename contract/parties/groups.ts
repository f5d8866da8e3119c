import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref, Refs } from '../core/fields.ts';

/** A merchant's own grouping of items or orders, such as a season, a campaign or a client. */
export const groups = defineArea({
  name: 'groups',
  fields: {
    code: Line(40, 1),
    name: Line(100, 1),
    merchantId: Ref('merchants').nullable().default(null),
    itemIds: Refs('items').default([]),
    color: z
      .string()
      .regex(/^(#[0-9a-f]{6})?$/)
      .default(''),
    description: Line(500).default(''),
  },
  search: ['code', 'name', 'description'],
  title: ['name'],
  merchant: 'merchantId',
});
