import type { LayoutInput } from '#contract/printing/layout';
import { code, type Elements, empty, filled, LINEAR, MATRIX, OWN, rule, SSCC, text, titled } from './parts.ts';

/** The first lines of the contents: quantity, SKU, name; one row of height `h` each. */
const contents = (x: number, y: number, w: number, h: number, rows: number): Elements =>
  Array.from({ length: rows }, (_, i) => i).flatMap((i) => [
    text([x, y + i * h, 12, h], `{lines.${i}.qty} ×`, { size: 9, face: 'bold', fit: 'shrink', align: 'right', valign: 'middle' }),
    text([x + 13.5, y + i * h, w * 0.3, h], `{lines.${i}.sku}`, { size: 9, face: 'bold', fit: 'shrink', valign: 'middle' }),
    text([x + 15 + w * 0.3, y + i * h, w * 0.7 - 15, h], `{lines.${i}.name}`, { size: 8, valign: 'middle', least: 4.5 }),
  ]);

/** Label of a box or handling unit: large code, consignee, contents. */
export const boxLabel: LayoutInput = {
  size: { width: 100, height: 150 },
  every: [
    text([4, 3, 72, 14], '{code}', { size: 36, face: 'bold', fit: 'shrink', valign: 'middle', least: 10 }),
    titled([78, 3, 18, 14], 'unitOf', '{seq}/{of}', 24, filled('seq'), { least: 8 }),
    rule(4, 18, 92),
    titled([4, 19.5, 92, 11], 'merchant', '{merchant}', 18, filled('merchant'), { fit: 'wrap', least: 7 }),
    titled([4, 31, 56, 9], 'order', '{orderNo}', 13, filled('orderNo')),
    titled([62, 31, 34, 9], 'reference', '{reference}', 11, filled('reference')),
    text([4, 41, 92, 16], '{to.name1} · {to.name2}\n{to.streetName} {to.streetNumber}\n{to.zip} {to.city} · {to.country}', {
      title: '{=to}',
      size: 9,
      least: 5,
      keep: 2,
      when: filled('to.name1'),
    }),
    rule(4, 58, 92),
    text([4, 59, 60, 4], '{=content}', { size: 6.5, valign: 'middle', fit: 'shrink', when: filled('lines') }),
    ...contents(4, 63, 92, 5.2, 7),
    text([4, 99.8, 92, 4.2], '{=linesInAll}: {lines.length}', {
      size: 8,
      face: 'bold',
      fit: 'shrink',
      valign: 'middle',
      when: filled('lines.7'),
    }),
    rule(4, 104.5, 92),
    titled([4, 105.5, 22, 9], 'pieces', '{pieces}', 13, filled('pieces')),
    titled([28, 105.5, 30, 9], 'weight', '{weight|kg}', 13, filled('weight')),
    titled([60, 105.5, 36, 9], 'size', '{size}', 11, filled('size')),
    code([1, 117, 76, 30], 'code128', '{code}', { ...OWN, when: filled('code') }),
    code([78, 117, 20, 20], 'datamatrix', '{code}', { ...MATRIX, when: filled('code') }),
    text([77, 139, 20, 8], '{printedAt|instant}', { size: 6, align: 'right', valign: 'bottom', least: 4 }),
  ],
};

/**
 * GS1 logistics label in three blocks (General Specifications 5.3.8): parties, values with their data titles, symbols with the SSCC at the
 * bottom.
 * @param width and height of the label in mm, at least A6
 */
function pallet(width: number, height: number): LayoutInput {
  const w = width - 8;
  const half = w / 2 - 1;
  const [sender, square] = [w * 0.36, 15];
  // Symbols are at least 31.75 mm high, plus the text below them.
  const high = Math.max(36.3, height * 0.19);
  const [sscc, second] = [height - high - 2, height - 2 * high - 4];
  const middle = height * 0.205;
  const grow = (second - middle) / 42;
  const row = (y: number): number => middle + y * grow;
  const big = 1 + (grow - 1) * 0.5;
  const title = (x: number, y: number, wide: number, name: string, value: string, when: string) =>
    titled([x, row(y), wide, 8 * grow], name, value, 12 * big, filled(when));
  return {
    size: { width, height },
    every: [
      text([4, 3, sender, middle - 5], '{from.name1}\n{from.streetName} {from.streetNumber}\n{from.zip} {from.city} · {from.country}', {
        title: '{=from}',
        size: 8 * big,
        least: 4.5,
        keep: 2,
      }),
      text(
        [4 + sender + 2, 3, w - sender - 4 - square, middle - 5],
        '{to.name1}\n{to.name2}\n{to.streetName} {to.streetNumber}\n{to.zip} {to.city} · {to.country}',
        { title: '{=to}', size: 10 * big, face: 'bold', least: 4.5, keep: 2 },
      ),
      // For tablets, which read it from a picture of the whole label. Its module is one and a half times that of the bars, as GS1 requires.
      code([width - 3.2 - square, 3, square, square], 'gs1-datamatrix', '(00){sscc}', { ...MATRIX, align: 'right', when: filled('sscc') }),
      rule(4, middle - 1.2, w),
      titled([4, row(0), w * 0.76, 9.5 * grow], 'gs1.sscc', '{sscc|sscc}', 18 * big, filled('sscc')),
      titled([4 + w * 0.78, row(0), w * 0.22, 9.5 * grow], 'unitOf', '{seq}/{of}', 18 * big, filled('seq')),
      title(4, 10.5, half, 'gs1.content', '{gtin}', 'gtin'),
      title(4 + w / 2 + 1, 10.5, half / 2 - 1, 'gs1.count', '{count}', 'count'),
      title(4 + w * 0.76, 10.5, w * 0.24, 'gs1.post', '{shipToPost}', 'shipToPost'),
      title(4, 19, half, 'gs1.bestBefore', '{bestBefore|date}', 'bestBefore'),
      title(4 + w / 2 + 1, 19, half, 'gs1.lot', '{lot}', 'lot'),
      title(4, 27.5, w * 0.38, 'order', '{orderNo}', 'orderNo'),
      title(4 + w * 0.4, 27.5, w * 0.34, 'merchant', '{merchant}', 'merchant'),
      title(4 + w * 0.76, 27.5, w * 0.24, 'weight', '{weight|kg}', 'weight'),
      text([4, row(36), w, 5.2 * grow], '{content}', { size: 10 * big, face: 'bold', fit: 'shrink', valign: 'middle', least: 5 }),
      rule(4, second - 0.6, w),
      ...contents(4, second + 1.5, w, 5.4, 5).map((part) => ({ ...part, when: empty('elements') })),
      text([4, second + 29, w, 4.4], '{=linesInAll}: {lines.length}', {
        size: 8,
        face: 'bold',
        fit: 'shrink',
        valign: 'middle',
        when: { and: [empty('elements'), filled('lines.5')] },
      }),
      code([1, second + 0.6, width - 2, high], 'gs1-128', '{elements}', { ...SSCC, least: LINEAR.least, when: filled('elements') }),
      code([1, sscc, width - 2, high], 'gs1-128', '(00){sscc}', { ...SSCC, when: filled('sscc') }),
      code([1, sscc, width - 2, high], 'code128', '{code}', { ...OWN, when: { and: [empty('sscc'), filled('code')] } }),
    ],
  };
}
export const palletLabel = pallet(105, 148);
export const palletLabelA5 = pallet(148, 210);
