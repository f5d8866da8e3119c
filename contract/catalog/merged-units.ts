import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';

export const UNIT_KINDS = ['box', 'pallet', 'cart'] as const;
export const UNIT_STATES = ['open', 'closed', 'shipped'] as const;

/** A handling unit (LPN, SSCC) with scanned pieces. It can be inside another one. Its content is derived from the stock balances. */
export const mergedUnits = defineArea({
  name: 'mergedUnits',
  fields: {
    /** If empty, the next number is assigned. */
    code: Line(40).default(''),
    kind: z.enum(UNIT_KINDS).default('box'),
    parentId: Ref('mergedUnits').nullable().default(null),
    compartmentId: Ref('compartments').nullable().default(null),
    merchantId: Ref('merchants').nullable().default(null),
    state: z.enum(UNIT_STATES),
  },
  serverSet: ['state'],
  search: ['code'],
  title: ['code'],
  named: true,
  merchant: 'merchantId',
});
