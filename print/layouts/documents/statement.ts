import { addressWindow, fields, filled, paper, table, text, WIDTH } from './sheet.ts';

/** Layout of the statement of account of a merchant or customer. */
export const STATEMENT = paper({
  title: '{=doc.statement}',
  number: '{customerNo}',
  first: [
    ...addressWindow('{to|address:abroad}'),
    ...fields([125, 34, 70], 2, [
      ['{=doc.customerNo}', '{customerNo}', { face: 'bold' }],
      ['{=date}', '{issueDate|date}'],
      ['{=doc.statementFrom}', '{from|date}'],
      ['{=doc.statementUntil}', '{until|date}'],
      ['{=doc.customerVatId}', '{customerVatId}', { when: filled('customerVatId') }],
    ]),
    text([20, 95, WIDTH, 8], '{=doc.statement}', { size: 15, face: 'bold', fit: 'shrink', least: 8 }),
  ],
  top: 108,
  blocks: [
    table(
      'lines',
      [
        { title: '{=date}', value: '{day|date}', width: 24 },
        { title: '{=doc.kind}', value: '{kind|word:doc.statementKind}' },
        { title: '{=doc.documentNo}', value: '{no}', width: 34 },
        { title: '{=doc.dueDate}', value: '{due|date}', width: 24 },
        { title: '{=doc.amount}', value: '{amount|money:currency}', width: 29, align: 'right' },
        { title: '{=doc.balance}', value: '{balance|money:currency}', width: 29, align: 'right' },
      ],
      { groupBy: '{currency}' },
    ),
    { block: 'text', value: '{=doc.statementNote}', size: 8 },
  ],
});
