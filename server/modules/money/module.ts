import type { ServerModule } from '../../core/http/module.ts';
import { accountantExports } from './accountant-exports/area.ts';
import { accounts } from './accounts/area.ts';
import { baseRates } from './base-rates/area.ts';
import { bills } from './bills/area.ts';
import { bookPeriods } from './book-periods/area.ts';
import { dunningHolds } from './dunning-holds/area.ts';
import { dunningLetters } from './dunning-letters/area.ts';
import { dunningRuns } from './dunning-runs/area.ts';
import { dunningSchemes } from './dunning-schemes/area.ts';
import { fxRates } from './fx-rates/area.ts';
import { incomingBills } from './incoming-bills/area.ts';
import { invoices } from './invoices/area.ts';
import { manualEntries } from './manual-entries/area.ts';
import { paymentMethods } from './payment-methods/area.ts';
import { payments } from './payments/area.ts';
import { tax } from './tax/area.ts';
import { transactions } from './transactions/area.ts';

/**
 * Invoices, bills, received e-invoices, payments, dunning, accounts and their transactions, manual entries, months of the books, tax,
 * exchange and base rates.
 */
export const moneyModule: ServerModule = {
  name: 'money',
  areas: [
    accounts,
    transactions,
    manualEntries,
    bookPeriods,
    fxRates,
    tax,
    paymentMethods,
    invoices,
    bills,
    incomingBills,
    payments,
    accountantExports,
    dunningRuns,
    dunningLetters,
    dunningHolds,
    dunningSchemes,
    baseRates,
  ],
  sql: ['posting-triggers.sql', 'period-triggers.sql', 'incoming-bill-triggers.sql', 'dunning-triggers.sql'],
};
