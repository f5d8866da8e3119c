import type { LayoutInput } from '#contract/printing/layout';
import { code, type Elements, filled, is, MATRIX, OWN, text } from './parts.ts';
import { SHEETS, type SheetName } from './sheets.ts';

/** GS1 General Specifications 5.12.3.1, retail: 0.33 mm ideal, 0.264 mm minimum. */
const RETAIL = { module: 0.33, least: 0.264 };
/** Internal codes: hand scanners still read 0.19 mm, which a laser printer needs to fit a SKU on the smallest sheets. */
const INSIDE = { ...OWN, least: 0.19 };
const FOOT = 2.3;

/** Words above, bars below. A Code 128 has a DataMatrix beside the words, because the bars of a long SKU are too fine for some scanners. */
function barred(width: number, height: number): Elements {
  const bars = Math.max(9.8, height * 0.44);
  const below = height - FOOT - 0.7;
  const above = below - bars - 1;
  const square = Math.min(above, 11);
  const beside = width - 3.5 - square;
  const place = [1, below - bars, width - 2, bars] as const;
  const [small, large] = [height * 0.27, height * 0.32].map((points) => Math.min(points, 11)) as [number, number];
  return [
    text([2, 0.9, beside, above * 0.6], '{name}', { size: small, least: 4 }),
    text([2, 0.9 + above * 0.6, beside, above * 0.4], '{sku}', { size: large, face: 'bold', fit: 'shrink', valign: 'middle', least: 4 }),
    code([width - 1.5 - square, 0.9, square, square], 'datamatrix', '{code}', {
      ...MATRIX,
      module: 0.5,
      align: 'right',
      when: { and: [is('codeType', 'code128'), filled('code')] },
    }),
    ...(['ean13', 'ean8', 'upca'] as const).map((type) =>
      code(place, type, '{code}', { ...RETAIL, when: { and: [is('codeType', type), filled('code')] } }),
    ),
    code(place, 'code128', '{code}', { ...INSIDE, when: { and: [is('codeType', 'code128'), filled('code')] } }),
    text([2, below, width * 0.5 - 2, FOOT], '{merchant}', { size: 5, fit: 'shrink', valign: 'middle', least: 3.5 }),
    text([width * 0.5 + 0.5, below, width * 0.5 - 2.5, FOOT], '{lot} · {expiry|date}', {
      size: 5.5,
      face: 'bold',
      fit: 'shrink',
      align: 'right',
      valign: 'middle',
      least: 3.5,
    }),
  ];
}

/** For codes that are only a DataMatrix: it is on the left of the label. */
function squared(width: number, height: number): Elements {
  const square = Math.min(height - 2, width * 0.42);
  const x = square + 3;
  const w = width - x - 1.5;
  const row = (from: number, to: number) => [x, 1 + (height - 2) * from, w, (height - 2) * (to - from)] as const;
  return [
    code([1, (height - square) / 2, square, square], 'datamatrix', '{code}', { ...MATRIX, when: filled('code') }),
    text(row(0, 0.4), '{name}', { size: height * 0.27, least: 4 }),
    text(row(0.4, 0.6), '{sku}', { size: height * 0.32, face: 'bold', fit: 'shrink', valign: 'middle', least: 4 }),
    text(row(0.6, 0.74), '{code}', { size: 6.5, fit: 'shrink', valign: 'middle', least: 3.5 }),
    text(row(0.74, 0.88), '{lot} · {expiry|date}', { size: 6, face: 'bold', fit: 'shrink', valign: 'middle', least: 3.5 }),
    text(row(0.88, 1), '{merchant}', { size: 5, fit: 'shrink', valign: 'middle', least: 3.5 }),
  ];
}

function item(width: number, height: number): LayoutInput {
  const matrix = is('codeType', 'datamatrix');
  const only = (elements: Elements, when: typeof matrix): Elements =>
    elements.map((element) => ({ ...element, when: 'when' in element && element.when ? { and: [when, element.when] } : when }));
  return { size: { width, height }, every: [...only(barred(width, height), { not: matrix }), ...only(squared(width, height), matrix)] };
}

export const itemLabel = item(50, 25);
/** The item label on a sheet of labels for a laser printer. */
export const itemSheet = (name: SheetName): LayoutInput => {
  const { label, sheet } = SHEETS[name];
  return { ...item(label.width, label.height), sheet };
};

/** Label of one piece: its serial number as bars and as a DataMatrix, which can still be read on a round housing. */
export const serialLabel: LayoutInput = {
  size: { width: 50, height: 20 },
  every: [
    text([2, 0.8, 35, 4.8], '{name}', { size: 6, least: 4 }),
    text([2, 5.6, 35, 3.2], '{sku}', { size: 8, face: 'bold', fit: 'shrink', valign: 'middle', least: 4 }),
    text([2, 8.8, 35, 2], '{merchant}', { size: 4.5, fit: 'shrink', valign: 'middle', least: 3.5 }),
    code([38.3, 0.7, 10.2, 10.2], 'datamatrix', '{serial}', { ...MATRIX, module: 0.5, align: 'right', when: filled('serial') }),
    code([1, 10.95, 48, 8.85], 'code128', '{serial}', { ...OWN, when: filled('serial') }),
  ],
};
