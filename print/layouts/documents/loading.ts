import type { LayoutInput } from '#contract/printing/layout';
import {
  type Blocks,
  box,
  empty,
  field,
  filled,
  paper,
  rule,
  signatures,
  type Table,
  table,
  text,
  tick,
  WIDTH,
  workHead,
} from './sheet.ts';

const PARCEL: Table['columns'] = [
  { title: '', value: '{loaded}', tick: true, width: 7 },
  { title: '{=parcel}', value: '{no}', below: '{trackingNo}', width: 35, face: 'bold' },
  { title: '{=to}', value: '{consignee}', below: '{country} {zip} {city}' },
  { title: '{=order}', value: '{order}', width: 24 },
  { title: '{=doc.packing}', value: '{kind}', below: '{dangerGoods|word:doc.danger}', width: 18 },
  { title: '{=doc.packages}', value: '{packages|number}', width: 13, align: 'right', sum: 'packages' },
  { title: '{=weight}', value: '{weight|kg}', width: 22, align: 'right', sum: 'weight' },
  { title: '{=volume}', value: '{volume|m3}', width: 19, align: 'right', sum: 'volume' },
];

/**
 * Loading list ("Rollkarte"): parcels for one vehicle. Once loading has begun, parcels not loaded are listed again before the signatures.
 */
export const LOADING_LIST: LayoutInput = paper({
  title: '{=doc.loadingList}',
  number: '{no}',
  first: workHead('{=doc.loadingList}', '{no}', 'no', [
    ['{=carrier}', '{carrier}', { face: 'bold' }],
    ['{=vehicle}', '{vehicle}', { face: 'bold' }],
    ['{=driver}', '{driver}'],
    ['{=doc.dock}', '{dock}'],
    ['{=doc.departAt}', '{departAt|instant}'],
    ['{=doc.expected}', '{expected|number}', { size: 11, face: 'bold' }],
    ['{=doc.loaded}', '{loaded|number}', { size: 11, face: 'bold' }],
    ['{=doc.seal}', ''],
  ]),
  top: 72,
  blocks: [
    table(
      'totals',
      [
        { title: '{=doc.packing}', value: '{kind}' },
        { title: '{=doc.packages}', value: '{packages|number}', width: 30, align: 'right', sum: 'packages' },
        { title: '{=weight}', value: '{weight|kg}', width: 35, align: 'right', sum: 'weight' },
        { title: '{=volume}', value: '{volume|m3}', width: 35, align: 'right', sum: 'volume' },
      ],
      { sums: '{=sum}', when: filled('totals') },
    ),
    table('parcels', PARCEL, { sums: '{=sum}', size: 8 }),
    table('parcels', PARCEL, {
      title: '{=doc.notLoaded}',
      rowsWhen: { field: 'loaded', op: 'eq', value: false },
      when: { field: 'loaded', op: 'gt', value: 0 },
      empty: '{=doc.allLoaded}',
      sums: '{=sum}',
      size: 8,
    }),
    signatures(['{=doc.loader}', '{=driver}']),
  ],
});

/** Two framed addresses side by side. */
const PARTIES: Blocks[number] = {
  block: 'elements',
  h: 33,
  elements: [
    box([0, 0, WIDTH / 2 - 2, 30]),
    ...field([2, 1.5, WIDTH / 2 - 6, 27.5], '{=from}', '{from|address}', { keep: 3 }),
    box([WIDTH / 2 + 2, 0, WIDTH / 2 - 2, 30]),
    ...field([WIDTH / 2 + 4, 1.5, WIDTH / 2 - 6, 27.5], '{=to}', '{to|address}', { size: 10, keep: 3 }),
  ],
};

const HALF = WIDTH / 2;
/** A receipt without remarks implies that everything arrived intact, so there is room for remarks beside the signature. */
const CONDITION: Blocks[number] = {
  block: 'elements',
  h: 27,
  elements: [
    text([0, 0, WIDTH, 5], '{=doc.condition}', { size: 10, face: 'bold', fit: 'shrink' }),
    tick([0, 6.5, HALF - 4, 5], '{=doc.clean}', {
      and: [
        { field: 'receivedAt', op: 'filled' },
        { field: 'reservation', op: 'empty' },
      ],
    }),
    tick([HALF, 6.5, HALF, 5], '{=doc.reserved}', filled('reservation')),
    tick([0, 13, HALF - 4, 5], '{=doc.packagingDamaged}'),
    tick([HALF, 13, HALF, 5], '{=doc.goodsDamaged}'),
    tick([0, 19.5, HALF - 4, 5], '{=doc.shortage}'),
    tick([HALF, 19.5, HALF, 5], '{=doc.refused}'),
  ],
};

const RECEIPT: Blocks[number] = {
  block: 'elements',
  h: 62,
  elements: [
    ...(['out', 'in', 'open'] as const).flatMap((way, i) => {
      const x = (i * WIDTH) / 3;
      const value = way === 'out' ? '{palletsOut|number}' : way === 'in' ? '{palletsIn|number}' : '';
      return [
        box([x, 0, WIDTH / 3, 12]),
        ...field([x + 2, 1, WIDTH / 3 - 4, 10.5], `{=doc.pallets.${way}}`, value, { size: 11, face: 'bold' }),
      ];
    }),
    box([0, 15, HALF - 2, 44]),
    ...field([2, 16, HALF - 6, 13], '{=doc.blockLetters}', '{receivedBy|upper}', { size: 12, face: 'bold', least: 6 }),
    rule(0, 37, HALF - 2),
    ...field([2, 38, HALF - 6, 13], '{=doc.receivedAt}', '{receivedAt|instant}', { size: 11, least: 6 }),
    box([HALF + 2, 15, HALF - 2, 44]),
    text([HALF + 4, 16, HALF - 6, 3], '{=doc.signatureReceiver}', { size: 6.5, fit: 'shrink', least: 4, ink: '#555555' }),
    { is: 'image', x: HALF + 5, y: 20, w: HALF - 8, h: 37, value: '{signature}', when: filled('signature') },
  ],
};

export const PROOF_OF_DELIVERY: LayoutInput = paper({
  title: '{=doc.proofOfDelivery}',
  number: '{orderNo}',
  first: workHead('{=doc.proofOfDelivery}', '{orderNo}', 'orderNo', [
    ['{=reference}', '{reference}'],
    ['{=trackingNo}', '{trackingNo}'],
    ['{=carrier}', '{carrier}'],
    ['{=vehicle}', '{vehicle}'],
    ['{=doc.place}', '{place}'],
  ]),
  top: 64,
  blocks: [
    PARTIES,
    table(
      'packages',
      [
        { title: '{=doc.packageNo}', value: '{no}' },
        { title: '{=doc.packing}', value: '{kind}', width: 45 },
        { title: '{=doc.packages}', value: '{qty|number}', width: 25, align: 'right', sum: 'qty' },
        { title: '{=weight}', value: '{weight|kg}', width: 30, align: 'right', sum: 'weight' },
      ],
      { sums: '{=sum}' },
    ),
    CONDITION,
    { block: 'text', value: '{=doc.reservation}: {reservation}', when: filled('reservation') },
    {
      block: 'elements',
      h: 22,
      elements: [box([0, 0, WIDTH, 19]), ...field([2, 1, WIDTH - 4, 10], '{=doc.reservation}', '')],
      when: empty('reservation'),
    },
    RECEIPT,
  ],
});
