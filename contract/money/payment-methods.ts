import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';

export const METHOD_KINDS = ['transfer', 'directDebit', 'card', 'cash', 'wallet', 'setOff'] as const;

/** Methods of payment. */
export const paymentMethods = defineArea({
  name: 'paymentMethods',
  fields: {
    code: Line(20, 1),
    name: Line(100, 1),
    kind: z.enum(METHOD_KINDS).default('transfer'),
    /** The account used unless the payment names another. */
    accountId: Ref('accounts').nullable().default(null),
    active: z.boolean().default(true),
  },
  search: ['code', 'name'],
  title: ['name'],
});
