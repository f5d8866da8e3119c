import { bills as area } from '#contract/areas/bills';
import type { FieldSpec } from '#contract/mask';
import { defineMask } from '../../http/mask.ts';
import { pricedLines } from '../../money/line-columns.ts';
import { fields } from './masks.ts';

const { columns, ...lines } = pricedLines('currency');
const { text, qty, unitPrice, vatCategory, vatRate } = columns;
const orderNo = { kind: 'text', label: 'bills.gate.orderNo', required: true, mono: true, maxLength: 30, width: 120 } as const;
const main = ['theirNo', 'billDate', 'currency', 'theirTotal', 'file', 'remark'] as const;

/** The house's words for a field would be the wrong way round here. */
const renamed = (name: 'theirNo' | 'theirTotal' | 'disputeReason'): FieldSpec => ({
  ...(fields[name] as FieldSpec),
  label: `bills.gate.${name}`,
});

/** What a carrier bills, as its own people enter and follow it. */
export const gateMask = defineMask(area, {
  key: 'c5r.bills.list',
  title: 'menu.carrierBills',
  icon: 'euro',
  fields: {
    ...fields,
    theirNo: renamed('theirNo'),
    theirTotal: { ...renamed('theirTotal'), help: 'bills.gate.totalHelp' },
    disputeReason: renamed('disputeReason'),
    lines: {
      ...lines,
      kind: 'lines',
      label: 'bills.fields.lines',
      help: 'bills.gate.linesHelp',
      columns: Object.fromEntries(
        Object.entries({ orderNo, text, qty, unitPrice, vatCategory, vatRate }).flatMap(([name, spec]) => (spec ? [[name, spec]] : [])),
      ),
    },
  },
  changeable: { field: 'approvedAt', op: 'empty' },
  fixed: [{ field: 'byCarrier', op: 'eq', value: 'true' }],
  columns: [
    'theirNo',
    'billDate',
    'gross',
    'status',
    'dueDate',
    'open',
    'disputeReason',
    { field: 'currency', hidden: true },
    { field: 'carrierId', hidden: true },
  ],
  filters: ['theirNo', 'status', 'billDate', 'dueDate', 'gross', 'open', 'carrierId'],
  show: { yours: [...main, 'status', 'disputeReason', 'dueDate'], lines: ['lines'], money: ['net', 'tax', 'gross', 'settled', 'open'] },
  form: { layout: 'page', sections: { yours: main, lines: ['lines'] } },
});
