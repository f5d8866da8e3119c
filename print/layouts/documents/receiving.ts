import type { LayoutInput } from '#contract/printing/layout';
import { filled, paper, signatures, table, workHead } from './sheet.ts';

const TITLE = '{=doc.receivingSheet}';

/** Expected goods, with columns for the received quantities; used without a tablet or without a network. */
export const RECEIVING_SHEET: LayoutInput = paper({
  title: TITLE,
  number: '{no}',
  first: workHead(TITLE, '{no}', 'no', [
    ['{=merchant}', '{merchant}', { face: 'bold' }],
    ['{=reference}', '{reference}'],
    ['{=doc.container}', '{container}'],
    ['{=doc.dock}', '{dock}'],
    ['{=doc.expectedAt}', '{expectedAt|instant}'],
    ['{=doc.pallets}', '{pallets|number}'],
    ['{=doc.boxes}', '{boxes|number}'],
    ['{=pieces}', '{pieces|number}'],
  ]),
  top: 72,
  blocks: [
    { block: 'text', value: '{=remark}: {remark}', when: filled('remark') },
    table(
      'lines',
      [
        { title: '{=doc.pos}', value: '{rowNo}', width: 11, align: 'right' },
        { title: '{=item}', value: '{name}', below: '{sku}  {code}\n{=serials} {serials}' },
        { title: '{=doc.expected}', value: '{qty|number}', width: 21, align: 'right', face: 'bold', sum: 'qty' },
        { title: '{=doc.counted}', value: '{received|number}', width: 19, align: 'right' },
        { title: '{=doc.damaged}', value: '', width: 19 },
        { title: '{=doc.lotExpiry}', value: '{lot}', below: '{expiry|date}', width: 29 },
        { title: '{=place}', value: '{place}', width: 27 },
      ],
      { sums: '{=sum}', rowHeight: 9, grid: 'all' },
    ),
    signatures(['{=driver}', '{=doc.receiver}']),
  ],
});
