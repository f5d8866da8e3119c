import type { CodeFault } from './codes/encode.ts';

/**
 * The display list: positions of all elements on a page after layout. Lengths are in millimetres from the page's upper left corner. Three
 * writers convert it to PDF, SVG and printer dots (print/out); they do not measure or wrap text.
 */

export const FACES = ['regular', 'bold'] as const;
export type Face = (typeof FACES)[number];
/** Colour as `#rrggbb`. Labels are black on white; documents use grey for rules and headings. */
export type Ink = string;

export type TextOp = {
  op: 'text';
  /** Left end of the baseline. */
  x: number;
  y: number;
  /** Millimetres per em. */
  size: number;
  face: Face;
  text: string;
  ink: Ink;
  /** Degrees clockwise around the left end of the baseline, for text that runs along a label's edge. */
  turn?: 0 | 90 | 180 | 270;
};
export type BoxOp = {
  op: 'box';
  x: number;
  y: number;
  w: number;
  h: number;
  fill?: Ink /** Line width; the line is inside the box. */;
  line?: number;
  ink?: Ink;
};
export type LineOp = { op: 'line'; x1: number; y1: number; x2: number; y2: number; width: number; ink: Ink; dash?: number };
/**
 * Bars or modules of one code, all black, as one path: flat [x, y, w, h, x, y, w, h, …]. They are snapped to the printer's dots and inset,
 * so that a renderer which paints every touched pixel does not widen them (finding 4 of the label study).
 */
export type BarsOp = { op: 'bars'; rects: number[] /** The text of the code, for tests and screen readers. */; says: string };
/** Filled outline: M, L, C, Z with absolute millimetres. */
export type PathOp = {
  op: 'path';
  d: (['M' | 'L', number, number] | ['C', number, number, number, number, number, number] | ['Z'])[];
  ink: Ink;
};
/** An external picture, such as a carrier's label: PNG bytes are embedded unchanged; black and white, grey or RGB without alpha. */
export type ImageOp = { op: 'image'; x: number; y: number; w: number; h: number; png: Uint8Array };
export type Op = TextOp | BoxOp | LineOp | BarsOp | PathOp | ImageOp;

export type Page = { width: number; height: number; ops: Op[] };

/** Something that could not be drawn as requested; shown beside the preview and in the job. */
export type PrintWarning = {
  what: 'noGlyph' | 'cutText' | 'codeTooWide' | 'codeFault' | 'noValue';
  /** The template concerned, as in the layout. */
  where: string;
  /** Readable name: the title above it on the paper, or the label of its field; '' if there is none. */
  name: string;
  value: string;
  /** Row of a table, counted from 1. */
  row?: number;
  /** Why the value cannot be encoded. */
  fault?: CodeFault;
};
