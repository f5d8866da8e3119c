import type { ServerModule } from '../../core/http/module.ts';
import { charges } from './charges/area.ts';
import { merchantTerms } from './merchant-terms/area.ts';
import { workEntries } from './work-entries/area.ts';

/** What the house did for its merchants and what they pay for it: charges, terms, work by hand. Invoices are posted by the money module. */
export const billingModule: ServerModule = {
  name: 'billing',
  areas: [charges, workEntries, merchantTerms],
  sql: ['frozen-charges.sql'],
};
