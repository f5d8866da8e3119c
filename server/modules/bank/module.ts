import type { ServerModule } from '../../core/http/module.ts';
import { bankAccounts } from './bank-accounts/area.ts';
import { bankEntries } from './bank-entries/area.ts';
import { bankProfiles } from './bank-profiles/area.ts';
import { bankRules } from './bank-rules/area.ts';
import { bankStatements } from './bank-statements/area.ts';
import { paymentRuns } from './payment-runs/area.ts';

/** Accounts at banks, their statements, what movements pay, and payment orders. */
export const bankModule: ServerModule = {
  name: 'bank',
  areas: [bankAccounts, bankProfiles, bankStatements, bankEntries, bankRules, paymentRuns],
  sql: ['bank-triggers.sql'],
};
