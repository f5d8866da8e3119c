import type { AreaRoutes } from '../../providers/routes.ts';
import { bankAccounts } from './bank-accounts/index.tsx';
import { bankEntries } from './bank-entries/index.tsx';
import { bankProfiles } from './bank-profiles/index.tsx';
import { bankRules } from './bank-rules/index.tsx';
import { bankStatements } from './bank-statements/index.tsx';
import { paymentRuns } from './payment-runs/index.tsx';

export const bankScreens: readonly AreaRoutes[] = [bankEntries, bankStatements, paymentRuns, bankAccounts, bankRules, bankProfiles];
