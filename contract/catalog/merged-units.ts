import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';

export const UNIT_KINDS = ['box', 'pallet', 'cart'] as const;
export const UNIT_STATES = ['open', 'closed', 'shipped'] as const;

/** A handling unit (LPN, SSCC) that holds scanned pieces; it can stand in another one. What is in it follows from the balances. */
export const mergedUnits = defineArea({
  name: 'mergedUnits',
  fields: {
    /** Of the next number where it is left empty. */
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
