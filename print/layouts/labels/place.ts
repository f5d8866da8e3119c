import { CODE_TYPES } from '#contract/printing/codes';
import type { LayoutInput } from '#contract/printing/layout';
import { code, type Elements, filled, is, LINEAR, MATRIX, OWN, pictogram, rule, text, titled } from './parts.ts';

const large = { size: 64, face: 'bold', fit: 'shrink', align: 'center', valign: 'middle', least: 10 } as const;
const straight = is('arrow', 'none');

/** Compartment label, readable from three metres: large letters, an arrow to the rack, and parts of the code to check against. */
export const compartmentLabel: LayoutInput = {
  size: { width: 100, height: 50 },
  every: [
    text([3, 1.5, 94, 22], '{code}', { ...large, when: straight }),
    text([21, 1.5, 76, 22], '{code}', { ...large, when: { not: straight } }),
    pictogram([2, 3, 18, 18], '{arrow}', { not: straight }),
    rule(3, 24, 94),
    titled([3, 24.8, 25, 7], 'warehouse', '{warehouse}', 9, filled('warehouse'), { least: 4.5 }),
    ...(['zone', 'aisle', 'rack', 'level', 'slot'] as const).map((part, i) =>
      titled([30 + i * 9.6, 24.8, 9, 7], part, `{${part}}`, 11, filled(part), { least: 4 }),
    ),
    code([1, 32.6, 77, 16.6], 'code128', '{code}', { ...OWN, module: 0.5, when: filled('code') }),
    code([79, 29, 19, 19], 'datamatrix', '{code}', { ...MATRIX, module: 1.2, when: filled('code') }),
  ],
};

const head = [
  text([3, 2, 94, 11], '{title}', { size: 26, face: 'bold', fit: 'shrink', valign: 'middle', least: 9 }),
  text([3, 13, 94, 9], '{hint}', { size: 10, least: 5 }),
] satisfies Elements;

/** Command codes for stations: done, undo, next parcel. */
export const commandLabel: LayoutInput = {
  size: { width: 100, height: 50 },
  every: [
    ...head,
    code([1, 23.5, 74, 25.5], 'code128', '{code}', { ...OWN, when: filled('code') }),
    code([76, 25, 22, 22], 'datamatrix', '{code}', { ...MATRIX, module: 1.2, when: filled('code') }),
  ],
};

/** Detects a scanner's keyboard layout. Only bars, so that there is exactly one code to read. */
export const calibrationLabel: LayoutInput = {
  size: { width: 100, height: 50 },
  every: [...head, code([1, 23.5, 98, 25.5], 'code128', '{code}', { ...LINEAR, when: filled('code') })],
};

const SQUARE: readonly string[] = ['datamatrix', 'gs1-datamatrix', 'qr', 'gs1-qr'];
const squares = CODE_TYPES.filter((type) => SQUARE.includes(type));
const lines = CODE_TYPES.filter((type) => !SQUARE.includes(type));
const isSquare = { field: 'type', op: 'in', value: squares } as const;
const isLine = { field: 'type', op: 'in', value: lines } as const;

/** Any code with words: bars below a title, squares beside it. */
export const codeLabel: LayoutInput = {
  size: { width: 60, height: 30 },
  every: [
    ...lines.map((type) => code([1, 7.2, 58, 18], type, '{code}', { ...LINEAR, when: { and: [is('type', type), filled('code')] } })),
    ...squares.map((type) =>
      code([1, 1.5, 27, 27], type, '{code}', { ...MATRIX, module: 1.5, when: { and: [is('type', type), filled('code')] } }),
    ),
    text([2, 1, 56, 5.4], '{title}', { size: 11, face: 'bold', fit: 'shrink', align: 'center', valign: 'middle', least: 5, when: isLine }),
    text([2, 25.6, 56, 3.6], '{below}', { size: 7, fit: 'shrink', align: 'center', valign: 'middle', least: 4, when: isLine }),
    text([29.5, 2, 29, 10], '{title}', { size: 11, face: 'bold', least: 5, when: isSquare }),
    text([29.5, 12.5, 29, 7.5], '{below}', { size: 7, least: 4, when: isSquare }),
    text([29.5, 20.5, 29, 8], '{code}', { size: 6.5, valign: 'bottom', least: 3.5, when: isSquare }),
  ],
};
