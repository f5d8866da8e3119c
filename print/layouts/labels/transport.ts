import type { Condition } from '#contract/core/mask-condition';
import type { LayoutInput } from '#contract/printing/layout';
import { code, type Elements, empty, filled, is, LINEAR, MATRIX, type Part, pictogram, rule, SSCC, text, titled } from './parts.ts';

/**
 * Marks that inform the driver about dangerous goods. The legal mark of 100 mm is a label of its own (logisticsLabel). UN numbers not
 * listed here may only be shipped in parcels as limited quantities.
 */
const MARKS: Record<string, readonly string[]> = {
  un3480: ['UN3480', 'UN 3480', '3480'],
  un3481: ['UN3481', 'UN 3481', '3481'],
  un3090: ['UN3090', 'UN 3090', '3090'],
  un3091: ['UN3091', 'UN 3091', '3091'],
  adr9: ['UN3077', 'UN 3077', '3077', 'UN3082', 'UN 3082', '3082', 'UN3171', 'UN 3171', '3171'],
};
const dangerous: Condition = is('dangerGoods', true);
const marks: Elements = [
  ...Object.entries(MARKS).map(([name, numbers]) =>
    pictogram([4, 76, 15, 15], name, { and: [dangerous, { field: 'unNumbers', op: 'in', value: [...numbers] }] }),
  ),
  pictogram([4, 76, 15, 15], 'limitedQuantity', {
    and: [dangerous, { not: { field: 'unNumbers', op: 'in', value: Object.values(MARKS).flat() } }],
  }),
  text([20, 76, 16, 15], '{=dangerGoods}\n{unNumbers}', { size: 8, face: 'bold', valign: 'middle', least: 4, when: dangerous }),
];

const facts = (x: number, w: number, when: Condition): Elements => [
  titled([x, 75, w, 8], 'reference', '{reference}', 9, { and: [when, filled('reference')] }),
  titled([x, 83.5, w / 2 - 1, 7.5], 'weight', '{weight|kg}', 9, { and: [when, filled('weight')] }),
  titled([x + w / 2, 83.5, w / 2, 7.5], 'shipDate', '{shipDate|date}', 9, { and: [when, filled('shipDate')] }),
];

/** The upper code is for sorting. The lower, larger one is scanned by people: the SSCC if there is one. */
const routed: Condition = { and: [filled('routingCode'), { not: is('routingCodeType', 'none') }] };
const UPPER = [2, 92.5, 96, 18] as const;
const LOWER = [2, 112, 96, 36.5] as const;
const ALONE = [2, 95, 96, 53] as const;
const tracking = filled('trackingNo');
const noSscc: Condition = { and: [empty('sscc'), tracking] };
const codes: Elements = [
  code(LOWER, 'gs1-128', '(00){sscc}', { ...SSCC, when: filled('sscc') }),
  code(LOWER, 'code128', '{trackingNo}', { ...LINEAR, when: { and: [noSscc, routed] } }),
  code(ALONE, 'code128', '{trackingNo}', { ...LINEAR, module: 0.5, when: { and: [noSscc, { not: routed }] } }),
  code(UPPER, 'code128', '{trackingNo}', { ...LINEAR, when: { and: [filled('sscc'), tracking, { not: routed }] } }),
  ...(['code128', 'leitcode', 'gs1-128'] as const).map(
    (type): Part => code(UPPER, type, '{routingCode}', { ...LINEAR, when: { and: [filled('routingCode'), is('routingCodeType', type)] } }),
  ),
  // For tablets: readable at any angle from a picture of the whole label.
  code([77, 74.3, 19.7, 17.7], 'datamatrix', '{trackingNo}', { ...MATRIX, align: 'right', when: tracking }),
];

/** Instructions for the driver, white on black between routing and facts. */
const services: Elements = [
  text([4, 67.5, 58, 6], '{services}', { size: 11, face: 'bold', fit: 'shrink', valign: 'middle', invert: true, least: 5 }),
  text([63, 67.5, 33, 6], '{=cod} {cashOnDelivery|money:currency}', {
    size: 11,
    face: 'bold',
    fit: 'shrink',
    align: 'center',
    valign: 'middle',
    invert: true,
    when: filled('cashOnDelivery'),
  }),
];

const banner = { size: 34, face: 'bold', fit: 'shrink', align: 'center', valign: 'middle', invert: true, least: 10 } as const;
const common: Elements = [
  text([4, 3, 52, 15], '{from.name1}\n{from.name2}\n{from.streetName} {from.streetNumber}\n{from.zip} {from.city} · {from.country}', {
    title: '{=from}',
    size: 7,
    least: 4,
    keep: 2,
  }),
  rule(4, 19, 92),
  text([4, 20, 74, 22], '{to.name1}\n{to.name2}\n{to.addition}\n{to.streetName} {to.streetNumber}', {
    title: '{=to}',
    size: 13,
    face: 'bold',
    valign: 'bottom',
    least: 6,
    keep: 1,
  }),
  text([4, 42, 92, 8], '{to.zip} {to.city}', { size: 20, face: 'bold', valign: 'middle', least: 8 }),
  text([4, 50, 60, 4], '{to.country|country:en}', { size: 9, face: 'bold', fit: 'shrink', valign: 'middle', least: 5 }),
  text([66, 50, 30, 4], '{to.phone}', { size: 8, fit: 'shrink', align: 'right', valign: 'middle', least: 5 }),
  titled([80, 20, 16, 14], 'parcel', '{seq}/{of}', 24, filled('seq'), { least: 8 }),
  text([4, 54.3, 92, 12.9], '{routing}', { ...banner, when: filled('routing') }),
  text([4, 54.3, 92, 12.9], '{to.country} {to.zip}', { ...banner, when: empty('routing') }),
  ...services,
  ...marks,
  ...facts(4, 72, { not: dangerous }),
  ...facts(37, 39, dangerous),
  ...codes,
];

/** 100 x 150 mm, also fits 4 x 6 in rolls. From top: sender, consignee, routing, services, codes. */
export const transportLabel: LayoutInput = {
  size: { width: 100, height: 150 },
  every: [
    ...common,
    text([58, 3, 38, 9], '{carrier}', { size: 20, face: 'bold', fit: 'shrink', align: 'right', valign: 'middle', least: 7 }),
    text([58, 12, 38, 6], '{service}', { size: 10, fit: 'wrap', align: 'right', valign: 'middle', least: 5 }),
  ],
};

/** Return label: from the customer back to the warehouse, marked so that it is not delivered again. */
export const returnLabel: LayoutInput = {
  size: { width: 100, height: 150 },
  every: [
    ...common,
    text([58, 3, 38, 7], '{=return}', { size: 16, face: 'bold', fit: 'shrink', align: 'center', valign: 'middle', invert: true, least: 6 }),
    text([58, 10.5, 38, 5], '{carrier} · {service}', { size: 9, face: 'bold', align: 'right', valign: 'middle', least: 4 }),
    text([58, 15.7, 38, 3], '{retourNo}', { size: 8, fit: 'shrink', align: 'right', valign: 'middle', least: 4.5 }),
  ],
};
