import type { CodeFault } from './codes/encode.ts';

/**
 * The display list: what stands where on a page, after all layout is done. Every length is in millimetres from the page's upper left
 * corner. Three writers turn it into PDF, SVG and the dots of a label printer (print/out); none of them measures or wraps anything.
 */

export const FACES = ['regular', 'bold'] as const;
export type Face = (typeof FACES)[number];
/** `#rrggbb`. Labels are black on white; documents use grey for rules and heads. */
export type Ink = string;

export type TextOp = {
  op: 'text';
  /** Left end of the baseline. */
  x: number;
  y: number;
  /** Millimetres an em. */
  size: number;
  face: Face;
  text: string;
  ink: Ink;
  /** Degrees clockwise around the baseline's left end: text that runs up a label's edge. */
  turn?: 0 | 90 | 180 | 270;
};
export type BoxOp = {
  op: 'box';
  x: number;
  y: number;
  w: number;
  h: number;
  fill?: Ink /** Width of the line, drawn inside the box. */;
  line?: number;
  ink?: Ink;
};
export type LineOp = { op: 'line'; x1: number; y1: number; x2: number; y2: number; width: number; ink: Ink; dash?: number };
/**
 * Bars or modules of one code, all black, one path: flat [x, y, w, h, x, y, w, h, …], already snapped to the printer's dots and
 * already inset, so that a renderer which paints every pixel a shape touches does not widen them (finding 4 of the label study).
 */
export type BarsOp = { op: 'bars'; rects: number[] /** What it says, for tests and screen readers. */; says: string };
/** Filled outline: M, L, C, Z with absolute millimetres, flat. */
export type PathOp = {
  op: 'path';
  d: (['M' | 'L', number, number] | ['C', number, number, number, number, number, number] | ['Z'])[];
  ink: Ink;
};
/** A picture from outside, a carrier's own label: PNG bytes go in as they are, black and white or grey or RGB without alpha. */
export type ImageOp = { op: 'image'; x: number; y: number; w: number; h: number; png: Uint8Array };
export type Op = TextOp | BoxOp | LineOp | BarsOp | PathOp | ImageOp;

export type Page = { width: number; height: number; ops: Op[] };

/** What could not be drawn as asked; told beside the preview and in the job. */
export type PrintWarning = {
  what: 'noGlyph' | 'cutText' | 'codeTooWide' | 'codeFault' | 'noValue';
  /** The template that it is about, as the layout has it. */
  where: string;
  /** The same in words of the paper: the title above it, or what its field is called; '' where nothing names it. */
  name: string;
  value: string;
  /** Of a table, counted from 1. */
  row?: number;
  /** Why a value is no such code. */
  why?: CodeFault;
};
