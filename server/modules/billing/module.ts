import type { ServerModule } from '../../core/http/module.ts';
import { billingRuns } from './billing-runs/area.ts';
import { carrierBillLines } from './carrier-bill-lines/area.ts';
import { carrierBillProfiles } from './carrier-bill-profiles/area.ts';
import { carrierBills } from './carrier-bills/area.ts';
import { carrierDisputes } from './carrier-disputes/area.ts';
import { chargeDisputes } from './charge-disputes/area.ts';
import { charges } from './charges/area.ts';
import { merchantTerms } from './merchant-terms/area.ts';
import { workEntries } from './work-entries/area.ts';

/**
 * What the house did for its merchants and what they pay for it: charges, terms, work by hand, billing runs, disputes, and the bills of
 * carriers compared with labels. Invoices are posted by the money module.
 */
export const billingModule: ServerModule = {
  name: 'billing',
  areas: [
    charges,
    billingRuns,
    chargeDisputes,
    workEntries,
    merchantTerms,
    carrierBillProfiles,
    carrierBills,
    carrierBillLines,
    carrierDisputes,
  ],
  sql: ['frozen-charges.sql', 'carrier-bills.sql'],
};
