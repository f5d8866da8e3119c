import type { FieldSpec } from '#contract/core/mask';
import { bills as area } from '#contract/money/bills';
import { defineMask } from '../../../core/http/mask.ts';
import { pricedLines } from '../line-columns.ts';
import { CREDIT } from './credit-actions.ts';
import { fields } from './masks.ts';
import { CHARGE } from './order-columns.ts';

const { columns, ...lines } = pricedLines('currency');
const { text, qty, unitPrice, vatCategory, vatRate } = columns;
const orderNo = { kind: 'text', label: 'bills.gate.orderNo', required: true, mono: true, maxLength: 30, width: 120 } as const;
const main = ['carrierId', 'theirNo', 'billDate', 'currency', 'theirTotal', 'file', 'remark'] as const;

/** The house's labels are written from its side ("their number"), so carriers get other labels. */
const renamed = (name: 'theirNo' | 'theirTotal' | 'disputeReason' | 'refused' | 'approvalReason'): FieldSpec => ({
  ...(fields[name] as FieldSpec),
  label: `bills.gate.${name}`,
});

/** Bills of carriers, as carriers enter and follow them, and as the house enters them for carriers. */
export const gateMask = defineMask(area, {
  key: 'c5r.bills.list',
  title: 'bills.gate.title',
  icon: 'receipt',
  fields: {
    ...fields,
    // The house selects the carrier of a paper bill. For a carrier the session determines it.
    carrierId: {
      kind: 'reference',
      area: 'carriers',
      label: 'bills.fields.carrierId',
      required: true,
      audience: 'house',
      filter: true,
      width: 160,
    },
    theirNo: renamed('theirNo'),
    theirTotal: { ...renamed('theirTotal'), help: 'bills.gate.totalHelp' },
    disputeReason: renamed('disputeReason'),
    refused: renamed('refused'),
    approvalReason: renamed('approvalReason'),
    lines: {
      ...lines,
      kind: 'lines',
      label: 'bills.fields.lines',
      help: 'bills.gate.linesHelp',
      columns: Object.fromEntries(
        Object.entries({ orderNo, charge: CHARGE, text, qty, unitPrice, vatCategory, vatRate }).flatMap(([name, spec]) =>
          spec ? [[name, spec]] : [],
        ),
      ),
    },
  },
  changeable: { field: 'approvedAt', op: 'empty' },
  // All carrier bills, including those that the house entered.
  fixed: [{ field: 'carrierId', op: 'null', value: 'false' }],
  columns: [
    'theirNo',
    'kind',
    'billDate',
    'gross',
    'status',
    'dueDate',
    'open',
    'disputeReason',
    { field: 'refused', hidden: true },
    { field: 'approvalReason', hidden: true },
    { field: 'currency', hidden: true },
    { field: 'carrierId', hidden: true },
  ],
  filters: ['theirNo', 'kind', 'status', 'billDate', 'dueDate', 'gross', 'open', 'carrierId'],
  show: {
    main: [...main, 'kind', 'creditsId', 'status', 'disputeReason', 'dueDate'],
    lines: ['lines'],
    money: ['net', 'tax', 'gross', 'refused', 'approvalReason', 'settled', 'open'],
  },
  form: { layout: 'page', sections: { main, lines: ['lines'] } },
  actions: [CREDIT],
});
