import { PAY_TO, sum } from './invoice.ts';
import { addressWindow, type Blocks, fields, filled, paper, table, text, WIDTH } from './sheet.ts';

/** A sum that is asked for beside the open items. Without an amount it is left out. */
const asked = (words: string, path: string): Blocks => [
  { block: 'elements', h: 5, elements: sum(0, words, path), when: { field: path, op: 'gt', value: 0 } },
];

/** Layout of the dunning letter. What is asked for stands in the last column; other open items are named beside it. */
export const DUNNING_LETTER = paper({
  title: '{level|word:doc.dunning}',
  number: '{letterNo}',
  first: [
    ...addressWindow('{to|address:abroad}'),
    ...fields([125, 34, 70], 2, [
      ['{=doc.dunningNo}', '{letterNo}', { face: 'bold' }],
      ['{=date}', '{issueDate|date}'],
      ['{=doc.customerNo}', '{customerNo}', { when: filled('customerNo') }],
      ['{=doc.payUntil}', '{payUntil|date}', { face: 'bold' }],
      ['{=doc.customerVatId}', '{customerVatId}', { when: filled('customerVatId') }],
    ]),
    text([20, 95, WIDTH, 8], '{level|word:doc.dunning} {letterNo}', { size: 15, face: 'bold', fit: 'shrink', least: 8 }),
  ],
  top: 108,
  blocks: [
    { block: 'text', value: '{text}', after: 4 },
    table(
      'lines',
      [
        { title: '{=doc.documentNo}', value: '{no}' },
        { title: '{=date}', value: '{issued|date}', width: 23 },
        { title: '{=doc.dueDate}', value: '{due|date}', width: 23 },
        { title: '{=doc.daysLate}', value: '{daysLate|number}', width: 17, align: 'right' },
        { title: '{=doc.kind}', value: '{as|word:doc.dunnedAs}', width: 29 },
        {
          title: '{=doc.openAmount}',
          value: '{open|money:currency}',
          below: '{=doc.disputedPart} {disputed|money:currency}',
          width: 28,
          align: 'right',
        },
        { title: '{=doc.dunned}', value: '{dunned|money:currency}', width: 28, align: 'right' },
      ],
      { size: 8.5 },
    ),
    { block: 'elements', h: 5, elements: sum(0, '{=doc.dunnedSum}', 'due') },
    ...asked('{=doc.arrearsInterest}', 'interest'),
    ...asked('{=doc.flatSum}', 'flatSum'),
    ...asked('{=doc.dunningFee}', 'fee'),
    {
      block: 'elements',
      h: 8,
      elements: [{ is: 'line', x: WIDTH - 92, y: 0.4, x2: WIDTH, y2: 0.4, width: 0.3 }, ...sum(1, '{=doc.due}', 'total', true)],
    },
    { block: 'text', value: '{interestNote}', size: 8, when: filled('interestNote') },
    ...PAY_TO,
    { block: 'text', value: '{=doc.dunningNote}', size: 8 },
  ],
});
