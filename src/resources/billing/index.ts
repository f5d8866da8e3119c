import type { AreaRoutes } from '../../providers/routes.ts';
import { billingRuns } from './billing-runs/index.tsx';
import { carrierBillLines } from './carrier-bill-lines/index.tsx';
import { carrierBillProfiles } from './carrier-bill-profiles/index.tsx';
import { carrierBills } from './carrier-bills/index.tsx';
import { carrierDisputes } from './carrier-disputes/index.tsx';
import { chargeDisputes } from './charge-disputes/index.tsx';
import { charges } from './charges/index.tsx';
import { merchantTerms } from './merchant-terms/index.tsx';
import { workEntries } from './work-entries/index.tsx';

export const billingScreens: readonly AreaRoutes[] = [
  charges,
  billingRuns,
  chargeDisputes,
  workEntries,
  merchantTerms,
  carrierBills,
  carrierBillLines,
  carrierDisputes,
  carrierBillProfiles,
];
