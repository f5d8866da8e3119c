/** Pixels of a heading beside its word: padding, resize handle and sort mark. */
const BESIDE = 32;
const CHINESE = /[\u2E80-\u9FFF\uFF00-\uFFEF]/g;
/** Pixels per letter if text cannot be measured. */
const LETTER = 8;

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Width in pixels of a text in this font. */
export function textWidth(word: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  const key = `${font} ${word}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (pen) pen.font = font;
  const width = pen?.measureText(word).width ?? word.length * LETTER;
  widths.set(key, width);
  return width;
}

/** Width in pixels of a word in the bold font of headings, at `size` pixels. */
const wordWidth = (word: string, size: number): number => textWidth(word, `600 ${size}px ${getComputedStyle(document.body).fontFamily}`);

/** A Chinese heading of up to this many characters stays on one line. Broken, it would read as two words. */
const FEW_SIGNS = 4;

/** Pixels that a heading needs to fit on two lines. Chinese breaks at any character, other text only between words. */
export function headWidth(label: string, size: number): number {
  const signs = label.match(CHINESE)?.join('') ?? '';
  const words = label.replace(CHINESE, ' ').split(/\s+/).filter(Boolean);
  const inTwo = words.map((_, at) =>
    Math.max(wordWidth(words.slice(0, at + 1).join(' '), size), wordWidth(words.slice(at + 1).join(' '), size)),
  );
  const half = signs.length > FEW_SIGNS ? wordWidth(signs, size) / 2 + (signs.length % 2 ? size / 2 : 0) : wordWidth(signs, size);
  return Math.ceil(Math.max(half, words.length > 0 ? Math.min(...inTwo) : 0)) + BESIDE;
}

/** Choices up to this width in pixels are shown in full. */
const MOST = 160;
const PADDING = 16;

const longestOf = (options: readonly string[], size: number): number =>
  Math.ceil(Math.max(0, ...options.map((option) => wordWidth(option, size))));

/** Pixels for the longest option of a choice. 0 if the options are too long for a column. */
export function optionsWidth(options: readonly string[], size: number): number {
  const longest = longestOf(options, size) + PADDING;
  return longest > MOST ? 0 : longest;
}

/** Pixels of a status tag beside its word: its mark and the gap (values.css). */
export const TAG = 18;
const WIDEST_STATUS = 210;

/** Pixels for the longest status. Longer ones are truncated. */
export const statusWidth = (options: readonly string[], size: number): number =>
  Math.min(WIDEST_STATUS, longestOf(options, size) + PADDING + TAG);
