import type { ActionSpec } from '#contract/core/mask';
import { CHARGES } from '#contract/money/bills';

/** Bills an order or a collection from its row in the carrier's list. */
export const BILL_IT: ActionSpec = {
  key: 'bill',
  label: 'bills.gate.bill',
  done: 'bills.done.bill',
  on: 'row',
  call: { method: 'POST', path: '/v0/bills/of/:id' },
  privilege: 'bills.create',
  when: { field: 'carrierId', op: 'filled' },
  ask: {
    theirNo: { kind: 'text', label: 'bills.gate.theirNo', required: true, mono: true, maxLength: 40 },
    billDate: { kind: 'date', label: 'bills.fields.billDate', required: true },
    charge: {
      kind: 'choice',
      label: 'bills.lines.charge',
      help: 'bills.gate.chargeHelp',
      options: CHARGES.map((value) => ({ value, label: `bills.charges.${value}` })),
    },
    text: { kind: 'text', label: 'bills.gate.text', help: 'bills.gate.textHelp', maxLength: 200 },
    price: { kind: 'money', currency: 'EUR', label: 'bills.gate.price', help: 'bills.gate.priceHelp' },
    vatRate: { kind: 'percent', label: 'bills.gate.vatRate', help: 'bills.gate.vatHelp' },
    file: { kind: 'file', label: 'bills.fields.file', visibility: 'intern' },
  },
};
