import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Line, Minor, Ref } from '../core/fields.ts';

const tidy = (typed: string): string => typed.toUpperCase().replaceAll(/\s/g, '');

/** The accounts that the house has at its banks. Statements are read for them, and each stands in the books as one account of the ledger. */
export const bankAccounts = defineArea({
  name: 'bankAccounts',
  fields: {
    name: Line(100, 1),
    /** The holder as the bank knows it, for payment orders: at most 70 signs (SEPA). */
    holder: Line(70).default(''),
    iban: z
      .string()
      .max(60)
      .overwrite(tidy)
      .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/),
    bic: z
      .string()
      .max(20)
      .overwrite(tidy)
      .regex(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/)
      .default(''),
    /** The account of the ledger. It gives the currency. */
    accountId: Ref('accounts'),
    /** How the CSV files of the bank are laid out. */
    profileId: Ref('bankProfiles').nullable().default(null),
    active: z.boolean().default(true),
    /** Day and balance of the last statement. */
    lastOn: CalendarDate.nullable(),
    lastBalance: Minor.nullable(),
  },
  serverSet: ['lastOn', 'lastBalance'],
  search: ['name', 'iban'],
  title: ['name'],
  retained: true,
});
