import { BILLED } from '#contract/money/circles';
import { dunningLetters as area } from '#contract/money/dunning-letters';
import { LETTER_STATUSES } from '#contract/money/dunning-states';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { printAction } from '../../printing/index.ts';
import { currencyOptions } from '../fields.ts';
import { dunningLetterRoutes } from './routes.ts';
import { dunningLetters as table } from './table.ts';

const MEANING = { proposed: 'wait', mailed: 'done', printed: 'done', dropped: 'closed', cancelled: 'closed' } as const;
const money = { kind: 'money', currencyField: 'currency', width: 130 } as const;
const fields = defineFields(area, {
  no: { kind: 'text', mono: true, sort: true, filter: true, width: 110 },
  runId: { kind: 'reference', area: 'dunningRuns', filter: true, width: 150 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  customerId: { kind: 'reference', area: 'customers', filter: true, width: 180 },
  partyName: { kind: 'text', sort: true, filter: true, width: 220 },
  level: { kind: 'number', sort: true, filter: true, width: 90 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: LETTER_STATUSES.map((value) => ({ value, label: `dunningLetters.statuses.${value}`, meaning: MEANING[value] })),
  },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions(BILLED) },
  due: { ...money, sort: true },
  interest: { ...money, blankZero: true },
  flatSum: { ...money, blankZero: true },
  fee: { ...money, blankZero: true },
  payUntil: { kind: 'date', sort: true, filter: true, width: 130 },
  sentAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  mailId: { kind: 'reference', area: 'outgoingMails', filter: true, width: 150 },
  pdfFile: { kind: 'file', visibility: 'intern', width: 120 },
  invoiceId: { kind: 'reference', area: 'invoices', filter: true, width: 150 },
});

export const dunningLetters = defineServerArea({
  area,
  table,
  routes: dunningLetterRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.dunningLetter.list',
      icon: 'mail',
      fields,
      facts: ['partyName', 'level', 'due', 'payUntil'],
      columns: [
        'no',
        'partyName',
        'level',
        'status',
        'due',
        'payUntil',
        'sentAt',
        { field: 'interest', hidden: true },
        { field: 'flatSum', hidden: true },
        { field: 'fee', hidden: true },
        { field: 'runId', hidden: true },
      ],
      filters: ['no', 'partyName', 'merchantId', 'customerId', 'level', 'status', 'runId', 'payUntil', 'sentAt'],
      sort: '-sentAt',
      show: {
        main: ['no', 'partyName', 'level', 'status', 'runId', 'payUntil'],
        money: ['due', 'interest', 'flatSum', 'fee', 'currency', 'invoiceId'],
        sending: ['sentAt', 'mailId', 'pdfFile'],
      },
      actions: [
        ...printAction('dunningLetter'),
        {
          key: 'bill',
          label: 'dunningLetters.actions.bill',
          done: 'dunningLetters.done.bill',
          confirmText: 'dunningLetters.confirm.bill',
          on: 'row',
          call: { method: 'POST', path: '/v0/dunningLetters/:id/bill' },
          privilege: 'invoices.create',
          when: {
            and: [
              { field: 'sentAt', op: 'filled' },
              { field: 'invoiceId', op: 'empty' },
              // A first reminder often has none of them; there is nothing to bill then.
              { or: (['interest', 'flatSum', 'fee'] as const).map((field) => ({ field, op: 'gt', value: 0 })) },
            ],
          },
        },
      ],
    }),
  ],
});
