import type { LayoutInput } from '#contract/printing/layout';
import {
  addressWindow,
  type Blocks,
  code128,
  type Elements,
  fields,
  filled,
  letterHead,
  paper,
  signatures,
  table,
  text,
  WIDTH,
} from './sheet.ts';

const LINES: Blocks[number] = table(
  'lines',
  [
    { title: '{=doc.pos}', value: '{rowNo}', width: 12, align: 'right' },
    {
      title: '{=item}',
      value: '{name}',
      below: '{=sku} {sku}  {code}\n{=lot} {lot}\n{=expiry} {expiry|date}\n{=serials} {serials}',
    },
    { title: '{=parcel}', value: '{parcel}', width: 40 },
    { title: '{=qty}', value: '{qty|number}', below: '{=doc.open} {short|number}', width: 25, align: 'right', sum: 'qty' },
  ],
  { sums: '{=sum}' },
);

const PARCELS: Blocks[number] = table(
  'parcels',
  [
    { title: '{=parcel}', value: '{no}', width: 45 },
    { title: '{=trackingNo}', value: '{trackingNo}' },
    { title: '{=size}', value: '{size}', width: 40 },
    { title: '{=weight}', value: '{weight|kg}', width: 30, align: 'right', sum: 'weight' },
  ],
  { title: '{=doc.parcels}', sums: '{=sum}', when: filled('parcels') },
);

const REMARK: Blocks[number] = { block: 'text', value: '{=remark}: {remark}', when: filled('remark') };

type Side = Parameters<typeof fields>[2];
const SHIPPING: Side = [
  ['{=order}', '{orderNo}'],
  ['{=reference}', '{reference}', { when: filled('reference') }],
  ['{=merchant}', '{merchant}', { when: filled('merchant') }],
  ['{=carrier}', '{carrier}', { when: filled('carrier') }],
  ['{=doc.shipDate}', '{shipDate|date}', { when: filled('shipDate') }],
  ['{=weight}', '{weight|kg}', { when: filled('weight') }],
];

export const PACKLIST: LayoutInput = paper({
  title: '{=doc.packlist}',
  number: '{orderNo}',
  first: letterHead('{to|address}', '{=doc.packlist}', '{orderNo}', 'orderNo', SHIPPING),
  top: 110,
  blocks: [REMARK, LINES, PARCELS],
});

export const DELIVERY_NOTE: LayoutInput = paper({
  title: '{=doc.deliveryNote}',
  number: '{no}',
  first: letterHead('{to|address}', '{=doc.deliveryNote}', '{no}', 'no', [
    ...SHIPPING,
    ['{=doc.deliveryDate}', '{deliveryDate|date}', { when: filled('deliveryDate') }],
    ['{=doc.incoterm}', '{incoterm}', { when: filled('incoterm') }],
  ]),
  top: 110,
  blocks: [REMARK, LINES, PARCELS, signatures(['{=doc.delivered}', '{=doc.received}'])],
});

/** Height of one step of the instructions, mm. */
const STEP = 13;
const steps = (each: readonly string[]): Elements =>
  each.flatMap((words, i) => [
    { is: 'box', x: 0, y: i * STEP + 1, w: 8, h: 8, fill: '#eeeeee', line: 0 },
    text([0, i * STEP + 1, 8, 8], `${i + 1}`, { size: 12, face: 'bold', align: 'center', valign: 'middle' }),
    text([12, i * STEP, WIDTH - 12, STEP - 2], words, { size: 10, valign: 'middle', least: 6 }),
  ]);
const STEPS = ['{=doc.return.step1}', '{=doc.return.step2}', '{=doc.return.step3}', '{=doc.return.step4}'];

/** Return slip in the parcel. The customer returns it with the goods; its code tells the inbound station the order. */
export const RETURN_SLIP: LayoutInput = paper({
  title: '{=doc.returnSlip}',
  number: '{retourNo}',
  first: [
    ...addressWindow('{to|address:abroad}'),
    ...fields([125, 34, 70], 2, [
      ['{=merchant}', '{merchant}', { when: filled('merchant') }],
      ['{=order}', '{orderNo}'],
      ['{=reference}', '{reference}', { when: filled('reference') }],
    ]),
    text([20, 92, 95, 6], '{=doc.returnSlip}', { size: 14, face: 'bold', fit: 'shrink', least: 8 }),
    text([20, 98.5, 95, 6], '{retourNo}', { size: 11, fit: 'shrink', least: 6 }),
    code128([118, 90, 77, 14.5], '{retourNo}', 'retourNo'),
  ],
  top: 110,
  blocks: [
    { block: 'text', value: '{=doc.return.intro}', size: 10, after: 4 },
    { block: 'elements', h: STEPS.length * STEP + 2, elements: steps(STEPS) },
    table(
      'lines',
      [
        { title: '{=doc.return.back}', value: '', tick: true, width: 18 },
        { title: '{=item}', value: '{name}', below: '{=sku} {sku}\n{=serials} {serials}' },
        { title: '{=doc.return.bought}', value: '{qty|number}', width: 24, align: 'right', sum: 'qty' },
        { title: '{=doc.return.qty}', value: '', width: 24 },
        { title: '{=doc.return.reason}', value: '{reason}', width: 22 },
      ],
      { sums: '{=sum}', rowHeight: 9, grid: 'all', size: 8 },
    ),
    { block: 'text', value: '{=doc.return.reasons}', size: 8.5 },
    {
      block: 'elements',
      h: 24,
      elements: [
        text([0, 2, 60, 3.5], '{=doc.return.address}', { size: 6.5, ink: '#555555', fit: 'shrink' }),
        text([0, 5.5, WIDTH, 18], '{from|address}', { size: 9, keep: 3 }),
      ],
      when: filled('from.city'),
    },
  ],
});
