import { sql } from 'drizzle-orm';
import { bankRules as area, RULE_SIDES } from '#contract/bank/bank-rules';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { accounts } from '../../money/accounts/table.ts';
import { bankRules as table } from './table.ts';

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  side: { kind: 'choice', filter: true, width: 120, options: RULE_SIDES.map((value) => ({ value, label: `bankRules.sides.${value}` })) },
  text: { kind: 'text', filter: true, help: 'bankRules.help.text', width: 200 },
  iban: { kind: 'text', mono: true, filter: true, width: 220 },
  bankAccountId: { kind: 'reference', area: 'bankAccounts', filter: true, help: 'bankRules.help.bankAccountId', width: 180 },
  accountId: { kind: 'reference', area: 'accounts', filter: true, width: 220 },
  taxId: { kind: 'reference', area: 'tax', width: 140 },
  automatic: { kind: 'boolean', filter: true, help: 'bankRules.help.automatic', width: 120 },
  active: { kind: 'boolean', filter: true, width: 90 },
});
const main = ['name', 'side', 'text', 'iban', 'bankAccountId', 'accountId', 'taxId', 'automatic', 'active'] as const;
/** Their balances follow from documents and payments. */
const CONTROL: readonly string[] = ['receivable', 'payable'];

const findAccount = statement(
  { kind: accounts.kind },
  ({ id }: { id: string | null }) => sql`select kind from accounts where id = ${id}::uuid`,
);

export const bankRules = defineServerArea({
  area,
  table,
  unique: [['name']],
  check: async ({ tx, values, current }) => {
    const row = { text: '', iban: '', ...current, ...values };
    const account = values.accountId ? await findAccount.first(tx, { id: values.accountId }) : null;
    return [
      ...(row.text === '' && row.iban === '' ? [{ path: 'text', rule: 'required' }] : []),
      ...(account && CONTROL.includes(account.kind) ? [{ path: 'accountId', rule: 'controlAccount' }] : []),
    ];
  },
  masks: [
    defineMask(area, {
      key: 'accounting.bankRule.list',
      icon: 'tag',
      fields,
      columns: [
        'name',
        'side',
        'text',
        'iban',
        'accountId',
        'taxId',
        'automatic',
        { field: 'bankAccountId', hidden: true },
        { field: 'active', hidden: true },
      ],
      filters: ['name', 'side', 'text', 'iban', 'bankAccountId', 'accountId', 'automatic', 'active'],
      sort: 'name',
      form: { layout: 'drawer', sections: { main } },
      import: { fields: ['name', 'side', 'text', 'iban', 'accountId', 'automatic', 'active'], match: ['name'] },
    }),
  ],
});
