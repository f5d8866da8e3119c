import { PRICED_TABLES, sum } from './invoice.ts';
import { addressWindow, fields, filled, paper, text, WIDTH } from './sheet.ts';

/** Layout of quotations. */
export const QUOTATION = paper({
  title: '{=doc.quotation}',
  number: '{no}',
  first: [
    ...addressWindow('{to|address:abroad}'),
    ...fields([125, 34, 70], 2, [
      ['{=doc.quotationNo}', '{no}', { face: 'bold' }],
      ['{=date}', '{issueDate|date}'],
      ['{=doc.customerNo}', '{customerNo}', { when: filled('customerNo') }],
      ['{=doc.customerVatId}', '{customerVatId}', { when: filled('customerVatId') }],
      ['{=doc.validUntil}', '{validUntil|date}', { when: filled('validUntil') }],
    ]),
    text([20, 95, WIDTH, 8], '{=doc.quotation} {no}', { size: 15, face: 'bold', fit: 'shrink', least: 8 }),
  ],
  top: 108,
  blocks: [
    { block: 'text', value: '{subject}', face: 'bold', size: 10, when: filled('subject') },
    ...PRICED_TABLES,
    {
      block: 'elements',
      h: 17,
      elements: [...sum(0, '{=doc.netTotal}', 'net'), ...sum(5, '{=doc.vat}', 'tax'), ...sum(10, '{=doc.gross}', 'gross', true)],
    },
    { block: 'text', value: '{note}', when: filled('note') },
  ],
});
