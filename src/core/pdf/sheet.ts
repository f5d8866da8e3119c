/** The paper: A4 in millimetres, with the same margin on all sides. */
export const MARGIN = 12;
const SHORT = 210;
const LONG = 297;
/** Height of the line below the content, with its distance, in millimetres. */
export const FOOT = 7;

export type Orientation = 'landscape' | 'portrait';

/** Room inside the margins, in millimetres. */
export const roomOf = (orientation: Orientation): { width: number; height: number } =>
  orientation === 'landscape'
    ? { width: LONG - 2 * MARGIN, height: SHORT - 2 * MARGIN }
    : { width: SHORT - 2 * MARGIN, height: LONG - 2 * MARGIN };

/** Width at which a screen is laid out, in CSS pixels: the text of 14 pixels becomes 8.7 points on either orientation. */
export const LANDSCAPE_WIDTH = 1240;
export const PORTRAIT_WIDTH = Math.round((LANDSCAPE_WIDTH * roomOf('portrait').width) / roomOf('landscape').width);

/** How a screen is laid out on its pages; all lengths are CSS pixels. */
export type Sheet = {
  orientation: Orientation;
  width: number;
  /** Height inside the margins, and the part of it that head and foot take. */
  height: number;
  head: number;
  foot: number;
};
