import type { AreaRoutes } from '../../providers/routes.ts';
import { accountantExports } from './accountant-exports/index.tsx';
import { accounts } from './accounts/index.tsx';
import { baseRates } from './base-rates/index.tsx';
import { bills } from './bills/index.tsx';
import { bookPeriods } from './book-periods/index.tsx';
import { dunningHolds } from './dunning-holds/index.tsx';
import { dunningLetters } from './dunning-letters/index.tsx';
import { dunningRuns } from './dunning-runs/index.tsx';
import { dunningSchemes } from './dunning-schemes/index.tsx';
import { fxRates } from './fx-rates/index.tsx';
import { incomingBills } from './incoming-bills/index.tsx';
import { invoices } from './invoices/index.tsx';
import { manualEntries } from './manual-entries/index.tsx';
import { paymentMethods } from './payment-methods/index.tsx';
import { payments } from './payments/index.tsx';
import { tax } from './tax/index.tsx';
import { transactions } from './transactions/index.tsx';

export const moneyScreens: readonly AreaRoutes[] = [
  tax,
  invoices,
  incomingBills,
  bills,
  payments,
  transactions,
  manualEntries,
  accounts,
  bookPeriods,
  accountantExports,
  paymentMethods,
  fxRates,
  dunningRuns,
  dunningLetters,
  dunningHolds,
  dunningSchemes,
  baseRates,
];
