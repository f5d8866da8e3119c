import type { Face, Ink, Op, Page, TextOp } from '../display.ts';
import { type Fonts, type Glyph, UNITS } from '../font/glyph.ts';
import { codePointsOf } from '../font/load.ts';
import { traceOutline } from '../font/outline.ts';
import { num, rgbOf } from './number.ts';
import { BOX } from './truetype.ts';

/**
 * Glyph definitions that are drawn once and reused. Ids consist of face and code point, so that several pictures in one document share
 * them.
 */
type Letters = { idOf(face: Face, codePoint: number, glyph: Glyph): string; defs(): string };

/** Maximum length of the title, because a screen reader reads all of it. */
const TITLE = 400;

/**
 * One page as SVG, in millimetres. Letters are outlines, so the fonts need not be installed. `title` is read by screen readers; default:
 * the words on the page. Throws for an invalid colour.
 */
export function pageToSvg(page: Page, fonts: Fonts, title: string = wordsOn(page)): string {
  const letters = createLetters();
  const body = page.ops.map((op) => drawOp(op, fonts, letters)).join('');
  const size = `width="${num(page.width)}mm" height="${num(page.height)}mm" viewBox="0 0 ${num(page.width)} ${num(page.height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" ${size}><title>${escapeXml(title)}</title>${letters.defs()}${body}</svg>`;
}

function wordsOn({ ops }: Page): string {
  const words = ops.flatMap((op) => (op.op === 'text' ? [op.text] : op.op === 'bars' ? [op.says] : []));
  const all = words.filter((word) => word !== '').join(', ');
  return all.length > TITLE ? `${Array.from(all).slice(0, TITLE).join('')}…` : all;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot represent, including lone surrogates. A scanned code may contain some. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapeXml = (text: string): string => text.replace(UNWRITABLE, '\ufffd').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Validates the colour before it is written into an attribute. */
const inkOf = (ink: Ink): string =>
  `#${rgbOf(ink)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

function createLetters(): Letters {
  const paths = new Map<string, string>();
  return {
    idOf(face, codePoint, glyph) {
      const id = `${face[0]}${glyph === BOX ? 'x' : codePoint.toString(16)}`;
      if (!paths.has(id)) paths.set(id, glyphPath(glyph));
      return id;
    },
    defs: () => (paths.size === 0 ? '' : `<defs>${[...paths].map(([id, d]) => `<path id="${id}" d="${d}"/>`).join('')}</defs>`),
  };
}

function glyphPath({ outline }: Glyph): string {
  let d = '';
  traceOutline(outline, {
    move: (x, y) => {
      d += `M${num(x)} ${num(y)}`;
    },
    line: (x, y) => {
      d += `L${num(x)} ${num(y)}`;
    },
    quad: (cx, cy, x, y) => {
      d += `Q${num(cx)} ${num(cy)} ${num(x)} ${num(y)}`;
    },
    close: () => {
      d += 'Z';
    },
  });
  return d;
}

function drawText({ x, y, size, face, text, ink, turn = 0 }: TextOp, fonts: Fonts, letters: Letters): string {
  let at = 0;
  let uses = '';
  for (const codePoint of codePointsOf(text)) {
    const glyph = fonts.glyph(face, codePoint) ?? BOX;
    if (glyph.outline.length > 0) uses += `<use href="#${letters.idOf(face, codePoint, glyph)}"${at === 0 ? '' : ` x="${at}"`}/>`;
    at += glyph.advance;
  }
  const turned = turn === 0 ? '' : ` rotate(${turn})`;
  // Six decimals, because a glyph unit is a thousandth of the font size.
  const scale = Number((size / UNITS).toFixed(6));
  return `<g fill="${inkOf(ink)}" transform="translate(${num(x)} ${num(y)})${turned} scale(${scale} ${-scale})">${uses}</g>`;
}

function drawOp(op: Op, fonts: Fonts, letters: Letters): string {
  switch (op.op) {
    case 'text':
      return op.text === '' ? '' : drawText(op, fonts, letters);
    case 'box': {
      const fill = op.fill ? rect(op.x, op.y, op.w, op.h, `fill="${inkOf(op.fill)}"`) : '';
      if (!op.line) return fill;
      const line = `fill="none" stroke="${inkOf(op.ink ?? '#000000')}" stroke-width="${num(op.line)}"`;
      return fill + rect(op.x + op.line / 2, op.y + op.line / 2, op.w - op.line, op.h - op.line, line);
    }
    case 'line': {
      const dash = op.dash ? ` stroke-dasharray="${num(op.dash)}"` : '';
      const ends = `x1="${num(op.x1)}" y1="${num(op.y1)}" x2="${num(op.x2)}" y2="${num(op.y2)}"`;
      return `<line ${ends} stroke="${inkOf(op.ink)}" stroke-width="${num(op.width)}"${dash}/>`;
    }
    case 'bars':
      return op.rects.length === 0 ? '' : `<path shape-rendering="crispEdges" d="${barsPath(op.rects)}"/>`;
    case 'path':
      return `<path fill="${inkOf(op.ink)}" d="${op.d.map(([letter, ...numbers]) => letter + numbers.map(num).join(' ')).join('')}"/>`;
    case 'image':
      return `<image x="${num(op.x)}" y="${num(op.y)}" width="${num(op.w)}" height="${num(op.h)}" preserveAspectRatio="none" href="data:image/png;base64,${base64(op.png)}"/>`;
  }
}

const rect = (x: number, y: number, w: number, h: number, look: string): string =>
  `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" ${look}/>`;

function barsPath(rects: readonly number[]): string {
  let d = '';
  for (let at = 0; at + 3 < rects.length; at += 4) {
    const [x = 0, y = 0, w = 0, h = 0] = rects.slice(at, at + 4);
    d += `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`;
  }
  return d;
}

const SIXTY_FOUR = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (const [place, shift] of [18, 12, 6, 0].entries())
      text += at + place > bytes.length ? '=' : SIXTY_FOUR.charAt((three >> shift) & 63);
  }
  return text;
}
