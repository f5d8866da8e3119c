import type { Condition } from '#contract/core/mask-condition';
import type { CodeType } from '#contract/printing/codes';
import type { LayoutInput } from '#contract/printing/layout';

/** Helpers for label layouts. Places are [x, y, width, height] in mm. */
export type Elements = NonNullable<LayoutInput['every']>;
export type Part = Elements[number];
export type Place = readonly [x: number, y: number, w: number, h: number];
type Of<K extends Part['is']> = Partial<Omit<Extract<Part, { is: K }>, 'is' | 'x' | 'y' | 'w' | 'h'>>;

export const text = ([x, y, w, h]: Place, value: string, more: Of<'text'> = {}): Part => ({ is: 'text', x, y, w, h, value, ...more });
export const code = ([x, y, w, h]: Place, type: CodeType, value: string, more: Of<'code'> = {}): Part => ({
  is: 'code',
  x,
  y,
  w,
  h,
  type,
  value,
  ...more,
});
export const pictogram = ([x, y, w, h]: Place, name: string, when?: Condition): Part => ({
  is: 'pictogram',
  x,
  y,
  w,
  h,
  name,
  ...(when ? { when } : {}),
});
export const rule = (x: number, y: number, w: number): Part => ({ is: 'line', x, y, x2: x + w, y2: y, width: 0.3 });

export const filled = (field: string): Condition => ({ field, op: 'filled' });
export const empty = (field: string): Condition => ({ field, op: 'empty' });
export const is = (field: string, value: string | boolean): Condition => ({ field, op: 'eq', value });

/** A value under a small title; both are omitted if the condition is false. */
export const titled = (at: Place, title: string, value: string, size: number, when: Condition, more: Of<'text'> = {}): Part =>
  text(at, value, { title: `{=${title}}`, size, face: 'bold', fit: 'shrink', when, ...more });

/** Modules for hand scanners: 3 to 4 dots at 203 dpi, at least 2 (labels.md, 1.3). */
export const LINEAR = { module: 0.375, least: 0.25 };
/** The house's own codes. A code that would be too fine for the printer is drawn as a DataMatrix instead. */
export const OWN = { ...LINEAR, instead: 'datamatrix' } as const;
/** GS1 General Specifications 5.3: logistic units. */
export const SSCC = { module: 0.495, least: 0.495 };
/** One and a half times the module of the linear symbol next to it. */
export const MATRIX = { module: 0.75, least: 0.25, hri: false } as const;
