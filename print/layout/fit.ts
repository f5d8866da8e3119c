import type { Face } from '../display.ts';
import type { Fonts } from '../font/glyph.ts';
import { textWidth } from '../font/load.ts';

/** Millimetres per point (1/72 inch). */
export const MM_A_POINT = 25.4 / 72;
/** Line spacing in ems. Chinese needs more than Latin; one value keeps mixed lines even. */
export const LEADING = 1.22;

/** Chinese, Japanese, Korean: a line may break between any two characters. */
const WIDE = /[\u2e80-\u2fff\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]/u;
/** Must not start a line (GB/T 15834, and Western usage). */
const CLOSING = /[，。、；：？！）》」』】”’,.;:?!)\]}%]/u;
/** Must not end a line. */
const OPENING = /[（《〈「『【“‘([{]/u;

export type Fitted = { lines: string[] /** In points. */; size: number /** Text was left out. */; cut: boolean };
type Space = { fonts: Fonts; face: Face; width: number };

/** Unbreakable pieces: words with the following space, parts after a hyphen or slash, single wide characters. */
function pieces(text: string): string[] {
  const out: string[] = [];
  let piece = '';
  for (const char of text) {
    const wide = WIDE.test(char);
    if (piece && wide && !CLOSING.test(char)) {
      out.push(piece);
      piece = '';
    }
    piece += char;
    if (wide || char === ' ' || char === '-' || char === '/') {
      out.push(piece);
      piece = '';
    }
  }
  if (piece) out.push(piece);
  // Closing marks are joined to the preceding piece, opening marks to the following one.
  const whole: string[] = [];
  for (const one of out) {
    const last = whole.at(-1) ?? '';
    if ((CLOSING.test(one.charAt(0)) && last !== '' && !last.endsWith(' ')) || OPENING.test(last.slice(-1))) whole.push(whole.pop() + one);
    else whole.push(one);
  }
  return whole;
}

const wide = ({ fonts, face, width }: Space, text: string, size: number): boolean =>
  textWidth(fonts, face, text.trimEnd(), size * MM_A_POINT) > width + 0.001;

/** Breaks a piece that is longer than a line (a tracking number, a long German word) at the line end. */
function broken(space: Space, piece: string, size: number): string[] {
  const out: string[] = [];
  let line = '';
  for (const char of piece) {
    if (line && wide(space, line + char, size)) {
      out.push(line);
      line = '';
    }
    line += char;
  }
  return [...out, line];
}

/** Lines that fit the width at this size. */
function wrap(space: Space, text: string, size: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const piece of pieces(paragraph)) {
      if (!wide(space, line + piece, size)) {
        line += piece;
        continue;
      }
      if (line) lines.push(line.trimEnd());
      const parts = wide(space, piece, size) ? broken(space, piece, size) : [piece];
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
    return [...lines, line.trimEnd()];
  });
}

/** The longest prefix that fits with an ellipsis. */
function ellipsis(space: Space, text: string, size: number): string {
  const chars = Array.from(text);
  let low = 0;
  let high = chars.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (wide(space, `${chars.slice(0, middle).join('').trimEnd()}…`, size)) high = middle - 1;
    else low = middle;
  }
  return `${chars.slice(0, low).join('').trimEnd()}…`;
}

/**
 * Shortens paragraphs to at most `most` lines. The last `keep` paragraphs stay whole if possible. Of those above, the longest is shortened
 * first, and the first one last.
 */
function shortened(space: Space, text: string, size: number, most: number, keep: number): string[] {
  const paragraphs = text.split('\n').map((paragraph) => wrap(space, paragraph, size));
  const from = Math.max(0, paragraphs.length - keep);
  const kept = paragraphs.slice(from).flat();
  const room = most - kept.length;
  if (from === 0 || room < 1) return [...paragraphs.slice(0, from).flat(), ...kept];
  const counts = paragraphs.slice(0, from).map((lines) => lines.length);
  const used = (): number => counts.reduce((sum, count) => sum + count, 0);
  while (used() > room) {
    const longest = Math.max(...counts);
    counts[counts.lastIndexOf(longest)] = longest - 1;
  }
  const above = counts.flatMap((count, i) => {
    const lines = paragraphs[i] ?? [];
    const shown = lines.slice(0, count);
    const last = shown.pop();
    if (last === undefined) return [];
    return [...shown, count < lines.length ? ellipsis(space, `${last} ${lines[count] ?? ''}`, size) : last];
  });
  return [...above, ...kept];
}

/** Sizes are tried in steps of a quarter point; smaller steps are not visible. */
const STEP = 0.25;

/**
 * Fits a text into a box: at the requested size if possible, otherwise smaller down to `least`, otherwise cut with an ellipsis.
 * @param asked size and least in points, width and height in millimetres; `keep`: number of last lines that are cut only after all others
 */
export function fitText(
  fonts: Fonts,
  face: Face,
  text: string,
  asked: { fit: 'shrink' | 'wrap' | 'cut'; size: number; least: number; width: number; height: number; keep?: number },
): Fitted {
  const space = { fonts, face, width: asked.width };
  const least = Math.min(asked.least, asked.size);
  const most = (size: number): number => Math.max(1, Math.floor((asked.height + 0.001) / (size * MM_A_POINT * LEADING) + 0.08));
  if (asked.fit === 'cut') {
    const lines = text.split('\n').slice(0, most(asked.size));
    const fitted = lines.map((line) => (wide(space, line, asked.size) ? ellipsis(space, line, asked.size) : line));
    return { lines: fitted, size: asked.size, cut: fitted.some((line, i) => line !== lines[i]) || text.split('\n').length > lines.length };
  }
  for (let size = asked.size; size >= least - 0.001; size -= STEP) {
    const lines = asked.fit === 'wrap' ? wrap(space, text, size) : text.split('\n');
    if (lines.length <= most(size) && !(asked.fit === 'shrink' && lines.some((line) => wide(space, line, size))))
      return { lines, size, cut: false };
  }
  const all = asked.fit === 'wrap' ? shortened(space, text, least, most(least), asked.keep ?? 0) : text.split('\n');
  const kept = all.slice(0, most(least));
  const dropped = all.length > kept.length;
  const lines = kept.map((line, i) => {
    const last = dropped && i === kept.length - 1;
    if (last) return ellipsis(space, `${line} ${all[i + 1] ?? ''}`, least);
    return wide(space, line, least) ? ellipsis(space, line, least) : line;
  });
  return { lines, size: least, cut: true };
}

/** Lines and height in millimetres of a text without height limit. */
export function measureText(fonts: Fonts, face: Face, text: string, size: number, width: number): { lines: string[]; height: number } {
  const lines = wrap({ fonts, face, width }, text, size);
  return { lines, height: lines.length * size * MM_A_POINT * LEADING };
}
