import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Minor, Ref } from '../core/fields.ts';
import { STATEMENT_FORMATS } from './statement.ts';

/** Statements of the banks as they were read. A file is read once; its bytes are kept as they came. */
export const bankStatements = defineArea({
  name: 'bankStatements',
  fields: {
    bankAccountId: Ref('bankAccounts'),
    format: z.enum(STATEMENT_FORMATS),
    number: z.string(),
    fromOn: CalendarDate,
    toOn: CalendarDate,
    currency: Currency,
    /** Null where the format has no balances. */
    opening: Minor.nullable(),
    closing: Minor.nullable(),
    /** Entries that were new, and entries that earlier files already had. */
    added: z.int(),
    known: z.int(),
    /** Opening balance less the last closing balance before it; not zero: a statement between them is missing. */
    gap: Minor.nullable(),
    fileName: z.string(),
    /** SHA-256 of the file, hexadecimal, and the place of the statement in it. */
    checksum: z.string(),
    part: z.int(),
  },
  serverSet: [
    'bankAccountId',
    'format',
    'number',
    'fromOn',
    'toOn',
    'currency',
    'opening',
    'closing',
    'added',
    'known',
    'gap',
    'fileName',
    'checksum',
    'part',
  ],
  search: ['number', 'fileName'],
  title: ['number', 'toOn'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
