import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';

export const RULE_SIDES = ['in', 'out', 'both'] as const;

/**
 * What a kind of movement is booked to: by a text in it, by the account of the other side, or both. `automatic` rules book without asking, if
 * nothing else fits.
 */
export const bankRules = defineArea({
  name: 'bankRules',
  fields: {
    name: Line(100, 1),
    side: z.enum(RULE_SIDES).default('both'),
    /** Found in name, purpose or end-to-end reference, whatever the case and spaces. */
    text: Line(100).default(''),
    iban: Line(40).default(''),
    bankAccountId: Ref('bankAccounts').nullable().default(null),
    accountId: Ref('accounts'),
    taxId: Ref('tax').nullable().default(null),
    automatic: z.boolean().default(false),
    active: z.boolean().default(true),
  },
  search: ['name', 'text', 'iban'],
  title: ['name'],
});
