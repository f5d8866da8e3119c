import { sql } from 'drizzle-orm';
import { bankAccounts as area } from '#contract/bank/bank-accounts';
import type { FieldError } from '#contract/core/envelope';
import { partyFaults } from '#contract/parties/party';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea, type Saving } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { accounts } from '../../money/accounts/table.ts';
import { bankAccounts as table } from './table.ts';

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  holder: { kind: 'text', help: 'bankAccounts.help.holder', width: 220 },
  iban: { kind: 'text', mono: true, filter: true, width: 240 },
  bic: { kind: 'text', mono: true, width: 130 },
  accountId: { kind: 'reference', area: 'accounts', filter: true, help: 'bankAccounts.help.accountId', width: 220 },
  profileId: { kind: 'reference', area: 'bankProfiles', help: 'bankAccounts.help.profileId', width: 180 },
  active: { kind: 'boolean', filter: true, width: 90 },
  lastOn: { kind: 'date', sort: true, width: 140 },
  lastBalance: { kind: 'money', currency: 'EUR', width: 150 },
});
const main = ['name', 'holder', 'iban', 'bic', 'accountId', 'profileId', 'active'] as const;

const findAccount = statement(
  { kind: accounts.kind },
  ({ id }: { id: string | null }) => sql`select kind from accounts where id = ${id}::uuid and deleted_at is null`,
);

async function faults({ tx, values, current }: Saving<typeof area>): Promise<FieldError[]> {
  const errors: FieldError[] = partyFaults({ iban: values.iban });
  const account = values.accountId ? await findAccount.first(tx, { id: values.accountId }) : null;
  if (account && account.kind !== 'bank') errors.push({ path: 'accountId', rule: 'noMoneyAccount' });
  // Entries are booked to it, and its statements are of this IBAN.
  if (current?.lastOn)
    for (const path of ['iban', 'accountId'] as const)
      if (path in values && values[path] !== current[path]) errors.push({ path, rule: 'fixed' });
  return errors;
}

export const bankAccounts = defineServerArea({
  area,
  table,
  related: [
    { area: 'bankStatements', by: 'bankAccountId', columns: ['number', 'format', 'fromOn', 'toOn', 'closing', 'added', 'gap'] },
    { area: 'bankEntries', by: 'bankAccountId', columns: ['bookedOn', 'counterparty', 'purpose', 'amount', 'state'] },
  ],
  computed: ['lastOn', 'lastBalance'],
  unique: [['iban'], ['accountId']],
  check: faults,
  masks: [
    defineMask(area, {
      key: 'accounting.bankAccount.list',
      icon: 'bank',
      fields,
      columns: ['name', 'iban', 'accountId', 'lastOn', 'lastBalance', { field: 'bic', hidden: true }, { field: 'active', hidden: true }],
      filters: ['name', 'iban', 'accountId', 'active'],
      sort: 'name',
      facts: ['iban', 'lastOn', 'lastBalance'],
      show: { main, state: ['lastOn', 'lastBalance'] },
      form: { layout: 'drawer', sections: { main } },
    }),
  ],
});
