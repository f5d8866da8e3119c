/** A4 in millimetres, with the same margin on all sides. */
export const MARGIN = 12;
const SHORT = 210;
const LONG = 297;
/** Height of the foot including its distance to the content, in millimetres. */
export const FOOT = 7;

export type Orientation = 'landscape' | 'portrait';

/** Size inside the margins, in millimetres. */
export const roomOf = (orientation: Orientation): { width: number; height: number } =>
  orientation === 'landscape'
    ? { width: LONG - 2 * MARGIN, height: SHORT - 2 * MARGIN }
    : { width: SHORT - 2 * MARGIN, height: LONG - 2 * MARGIN };

/** Layout width of a screen in CSS pixels: text of 14 pixels becomes 8.7 points in either orientation. */
export const LANDSCAPE_WIDTH = 1240;
export const PORTRAIT_WIDTH = Math.round((LANDSCAPE_WIDTH * roomOf('portrait').width) / roomOf('landscape').width);

/** The layout of a screen on its pages. All lengths are CSS pixels. */
export type Sheet = {
  orientation: Orientation;
  width: number;
  /** Height inside the margins, including head and foot. */
  height: number;
  head: number;
  foot: number;
};
