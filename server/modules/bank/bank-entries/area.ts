import { sql } from 'drizzle-orm';
import { bankEntries as area, ENTRY_STATES } from '#contract/bank/bank-entries';
import type { Condition } from '#contract/core/mask-condition';
import { notNull, statement } from '../../../core/db/statement.ts';
import { defineServerArea, RELATED_IDS } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../../money/index.ts';
import { bankBookings } from '../tables.ts';
import { bankEntryRoutes } from './routes.ts';
import { bankEntries as table } from './table.ts';

const MEANING = { open: 'work', proposed: 'wait', booked: 'done', split: 'done', ignored: 'closed' } as const;
const text = { kind: 'text', width: 160 } as const;
const fields = defineFields(area, {
  bankAccountId: { kind: 'reference', area: 'bankAccounts', filter: true, width: 160 },
  statementId: { kind: 'reference', area: 'bankStatements', filter: true, width: 150 },
  line: { kind: 'number', help: 'bankEntries.help.line', width: 80 },
  bookedOn: { kind: 'date', sort: true, filter: true, width: 115 },
  valueOn: { kind: 'date', sort: true, filter: true, width: 115 },
  amount: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  originalAmount: { kind: 'money', currencyField: 'originalCurrency', width: 130 },
  originalCurrency: text,
  rate: text,
  fee: { kind: 'money', currencyField: 'currency', width: 110 },
  counterparty: { kind: 'text', filter: true, width: 200 },
  iban: { kind: 'text', mono: true, filter: true, width: 220 },
  bic: { kind: 'text', mono: true, width: 130 },
  endToEnd: { kind: 'text', mono: true, filter: true, width: 160 },
  mandate: { kind: 'text', mono: true, width: 140 },
  reference: { kind: 'text', mono: true, width: 200 },
  purpose: { kind: 'text', filter: true, width: 300 },
  bankRef: { kind: 'text', mono: true, width: 160 },
  code: { kind: 'text', filter: true, width: 110 },
  batchIndex: { kind: 'number', width: 90 },
  isReturn: { kind: 'boolean', filter: true, width: 90 },
  returnReason: text,
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: ENTRY_STATES.map((value) => ({ value, label: `bankEntries.states.${value}`, meaning: MEANING[value] })),
  },
  automatic: { kind: 'boolean', filter: true, width: 110 },
  ignoredReason: { kind: 'text', width: 200 },
  bookedAt: { kind: 'instant', width: 160 },
  bookedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
});

const findPayments = statement(
  { id: notNull(bankBookings.paymentId) },
  ({ id }: { id: string }) =>
    sql`select payment_id as id from bank_bookings where entry_id = ${id}::uuid and undone_at is null and payment_id is not null limit ${RELATED_IDS}`,
);

const waits: Condition = { field: 'state', op: 'in', value: ['open', 'proposed'] };

export const bankEntries = defineServerArea({
  area,
  table,
  related: [
    {
      area: 'payments',
      by: 'id',
      columns: ['no', 'paidOn', 'amount', 'deducted', 'open', 'status'],
      ids: async ({ tx, row }) => (await findPayments(tx, { id: String(row['id']) })).map(({ id }) => id),
      title: 'bankEntries.related.payments',
    },
  ],
  routes: bankEntryRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.bankEntry.list',
      icon: 'swap',
      fields,
      columns: [
        'bookedOn',
        'counterparty',
        'purpose',
        'amount',
        'state',
        'bankAccountId',
        { field: 'valueOn', hidden: true },
        { field: 'iban', hidden: true },
        { field: 'endToEnd', hidden: true },
        { field: 'bookedBy', hidden: true },
      ],
      filters: [
        'bankAccountId',
        'bookedOn',
        'state',
        'counterparty',
        'purpose',
        'amount',
        'iban',
        'endToEnd',
        'statementId',
        'isReturn',
        'code',
      ],
      sort: '-bookedOn',
      facts: ['bookedOn', 'amount', 'counterparty', 'bankAccountId'],
      actions: [
        {
          key: 'match',
          label: 'bankEntries.actions.match',
          on: 'row',
          open: '/accounting/bank-matching',
          privilege: 'bankEntries.book',
          when: waits,
        },
      ],
      next: [{ when: waits, text: 'bankEntries.next.match', meaning: 'wait', action: 'match' }],
      show: {
        main: ['bookedOn', 'valueOn', 'amount', 'counterparty', 'iban', 'bic', 'purpose'],
        references: ['endToEnd', 'mandate', 'reference', 'bankRef', 'code', 'isReturn', 'returnReason', 'originalAmount', 'rate', 'fee'],
        state: ['state', 'ignoredReason', 'bookedAt', 'bookedBy', 'bankAccountId', 'statementId', 'line'],
      },
    }),
  ],
});
