import { paper, table, workHead } from './sheet.ts';

const TITLE = '{=doc.picklist}';
const ITEM = '{sku}  {code}\n{=lot} {lot}\n{=expiry} {expiry|date}';

/** Rows in walking order, grouped by zone. */
export const PICKLIST = paper({
  title: TITLE,
  number: '{no}',
  first: workHead(TITLE, '{no}', 'no', [
    ['{=doc.picker}', '{picker}', { face: 'bold' }],
    ['{=doc.cart}', '{cart}', { face: 'bold' }],
    ['{=carrier}', '{carrier}'],
    ['{=doc.orders}', '{orders|number}'],
    ['{=pieces}', '{pieces|number}'],
    ['{=doc.kind}', '{kind}'],
  ]),
  top: 72,
  blocks: [
    table(
      'lines',
      [
        { title: '', value: '', tick: true, width: 8 },
        { title: '{=place}', value: '{place}', width: 48, size: 15, face: 'bold' },
        { title: '{=item}', value: '{name}', below: ITEM },
        { title: '{=doc.slot}', value: '{slot}', below: '{order}', width: 29, size: 11, face: 'bold' },
        { title: '{=qty}', value: '{qty|number}', width: 24, size: 15, face: 'bold', align: 'right', sum: 'qty' },
      ],
      { groupBy: '{=doc.zone} {zone}', sums: '{=sum}', rowHeight: 10 },
    ),
  ],
});

/** Items to collect, summed over orders. */
export const ITEMLIST = paper({
  title: '{=doc.itemlist}',
  number: '{title}',
  // The list has no number of its own, so it has no code.
  first: workHead('{=doc.itemlist}', '{title}', 'title', []).filter(({ is }) => is !== 'code'),
  top: 54,
  blocks: [
    table(
      'lines',
      [
        { title: '', value: '', tick: true, width: 8 },
        { title: '{=item}', value: '{name}', below: ITEM },
        { title: '{=doc.places}', value: '{places}', width: 52, face: 'bold' },
        { title: '{=doc.orders}', value: '{orders|number}', width: 18, align: 'right', ifFilled: true },
        { title: '{=qty}', value: '{qty|number}', width: 24, size: 12, face: 'bold', align: 'right', sum: 'qty' },
      ],
      { sums: '{=sum}', rowHeight: 8 },
    ),
  ],
});
