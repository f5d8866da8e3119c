/** What stands beside a head's word: its padding, the handle and the mark of the order. */
const BESIDE = 32;
const CHINESE = /[\u2E80-\u9FFF\uFF00-\uFFEF]/g;
/** Where nothing can be measured. */
const LETTER = 8;

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Pixels of a word in the bold type of heads, at `size` pixels. */
function wordWidth(word: string, size: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  const font = `600 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const key = `${font} ${word}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (pen) pen.font = font;
  const width = pen?.measureText(word).width ?? word.length * LETTER;
  widths.set(key, width);
  return width;
}

/** Pixels that a head needs so that no word of it is cut: it may stand on two lines, and Chinese breaks anywhere. */
export function headWidth(label: string, size: number): number {
  const signs = label.match(CHINESE)?.join('') ?? '';
  const words = label.replace(CHINESE, ' ').split(/\s+/).filter(Boolean);
  const longest = Math.max(wordWidth(signs, size) / 2 + (signs.length % 2 ? size / 2 : 0), ...words.map((word) => wordWidth(word, size)));
  return Math.ceil(longest) + BESIDE;
}

/** A choice is read whole where its options are short. */
const MOST = 160;
const PADDING = 16;

/** Pixels for the longest of a choice's options; 0 where they are too long for a column. */
export function optionsWidth(options: readonly string[], size: number): number {
  const longest = Math.ceil(Math.max(0, ...options.map((option) => wordWidth(option, size)))) + PADDING;
  return longest > MOST ? 0 : longest;
}
