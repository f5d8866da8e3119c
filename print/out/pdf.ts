import { FACES, type Face, type Ink, type Op, type Page, type TextOp } from '../display.ts';
import type { Fonts } from '../font/glyph.ts';
import { num, POINTS, rgbOf } from './number.ts';
import { type Archive, PRODUCER, writeArchive } from './pdf-archive.ts';
import { ascii, createPdf, pdfDate, pdfText } from './pdf-file.ts';
import { makeSubset, type Subset } from './pdf-font.ts';
import { createImages, type PdfImages } from './pdf-image.ts';

/** `created` is an ISO instant from the data, not the current time, so that the same job always gives the same bytes. */
export type PdfAbout = { title: string; created: string /** Makes it a PDF/A-3b. */; archive?: Archive };

/** Text matrix of each turn. The page's y points downwards, that of letters upwards. */
const TURNS: Record<NonNullable<TextOp['turn']>, string> = { 0: '1 0 0 -1', 90: '0 1 1 0', 180: '-1 0 0 1', 270: '0 -1 -1 0' };

/**
 * Writes pages as PDF 1.7: one deflated content stream per page, font subsets, each picture once. Pure: the same pages give the same bytes
 * in a browser and in Node. Throws for a picture that is not a PNG, an invalid colour or an invalid instant.
 */
export function writePdf(pages: readonly Page[], fonts: Fonts, about: PdfAbout): Uint8Array {
  const file = createPdf();
  const [catalog, info, tree, resources] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
  const images = createImages(file);
  const subsets = new Map(FACES.map((face) => [face, makeSubset(fonts, face, textsOf(pages, face))]));
  const sheets = pages.map((page) => {
    const [sheet, content] = [file.reserve(), file.reserve()];
    file.stream(content, '', ascii(contentOf(page, subsets, images)));
    const box = `[0 0 ${num(page.width * POINTS)} ${num(page.height * POINTS)}]`;
    // PDF/A wants resources with the page that uses them, not with the tree (ISO 19005-3, 6.2.2).
    const own = about.archive ? `/Resources ${resources} 0 R` : '';
    file.write(sheet, `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}${own}/Contents ${content} 0 R>>`);
    return `${sheet} 0 R`;
  });
  const used = FACES.filter((face) => textsOf(pages, face).size > 0);
  const fontNames = used.map((face) => `/${FONT_NAMES[face]} ${subsets.get(face)?.write(file)} 0 R`);
  file.write(resources, `<</Font<<${fontNames.join('')}>>${images.resources()}>>`);
  file.write(tree, `<</Type/Pages/Count ${sheets.length}/Kids[${sheets.join(' ')}]/Resources ${resources} 0 R>>`);
  const kept = about.archive ? writeArchive(file, about.archive, about) : '';
  // Disables page scaling: a scaled code cannot be read.
  file.write(catalog, `<</Type/Catalog/Pages ${tree} 0 R${kept}/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>`);
  const date = pdfDate(about.created);
  file.write(info, `<</Title${pdfText(about.title)}/Producer(${PRODUCER})/CreationDate${date}/ModDate${date}>>`);
  return file.finish(catalog, info);
}

const FONT_NAMES: Record<Face, string> = { regular: 'R', bold: 'B' };

function textsOf(pages: readonly Page[], face: Face): Set<string> {
  const texts = new Set<string>();
  for (const { ops } of pages) for (const op of ops) if (op.op === 'text' && op.face === face && op.text !== '') texts.add(op.text);
  return texts;
}

/** Collects operators and omits settings that are already active: colour, line width and dashes. */
function createContent() {
  let text = '';
  const set = new Map<string, string>();
  const change = (what: string, operator: string): void => {
    if (set.get(what) === operator) return;
    set.set(what, operator);
    text += `${operator}\n`;
  };
  const colour = (ink: Ink, [grey, rgb]: [string, string]): string => {
    const [r, g, b] = rgbOf(ink).map((part) => num(part / 255));
    return r === g && g === b ? `${r} ${grey}` : `${r} ${g} ${b} ${rgb}`;
  };
  return {
    add: (operators: string): void => {
      text += `${operators}\n`;
    },
    fill: (ink: Ink) => change('fill', colour(ink, ['g', 'rg'])),
    stroke: (ink: Ink) => change('stroke', colour(ink, ['G', 'RG'])),
    font: (face: Face, size: number) => change('font', `/${FONT_NAMES[face]} ${num(size)} Tf`),
    width: (width: number) => change('width', `${num(width)} w`),
    dash: (dash: number) => change('dash', dash > 0 ? `[${num(dash)}]0 d` : '[]0 d'),
    text: () => text,
  };
}

type Content = ReturnType<typeof createContent>;
const BLACK = '#000000';

function contentOf(page: Page, subsets: ReadonlyMap<Face, Subset>, images: PdfImages): string {
  const content = createContent();
  // From here on units are millimetres from the upper left corner.
  content.add(`${num6(POINTS)} 0 0 ${num6(-POINTS)} 0 ${num(page.height * POINTS)} cm`);
  for (const op of page.ops) drawOp(content, op, subsets, images);
  return content.text();
}

const num6 = (value: number): string => value.toFixed(8);
const rect = (x: number, y: number, w: number, h: number): string => `${num(x)} ${num(y)} ${num(w)} ${num(h)} re`;

function drawOp(content: Content, op: Op, subsets: ReadonlyMap<Face, Subset>, images: PdfImages): void {
  switch (op.op) {
    case 'text': {
      if (op.text === '') return;
      content.fill(op.ink);
      content.font(op.face, op.size);
      content.add(`BT ${TURNS[op.turn ?? 0]} ${num(op.x)} ${num(op.y)} Tm<${subsets.get(op.face)?.encode(op.text)}>Tj ET`);
      return;
    }
    case 'box': {
      if (op.fill) {
        content.fill(op.fill);
        content.add(`${rect(op.x, op.y, op.w, op.h)} f`);
      }
      if (!op.line) return;
      content.stroke(op.ink ?? BLACK);
      content.width(op.line);
      content.dash(0);
      content.add(`${rect(op.x + op.line / 2, op.y + op.line / 2, op.w - op.line, op.h - op.line)} S`);
      return;
    }
    case 'line': {
      content.stroke(op.ink);
      content.width(op.width);
      content.dash(op.dash ?? 0);
      content.add(`${num(op.x1)} ${num(op.y1)} m ${num(op.x2)} ${num(op.y2)} l S`);
      return;
    }
    case 'bars': {
      if (op.rects.length === 0) return;
      content.fill(BLACK);
      let path = '';
      for (let at = 0; at + 3 < op.rects.length; at += 4) {
        const [x = 0, y = 0, w = 0, h = 0] = op.rects.slice(at, at + 4);
        path += `${rect(x, y, w, h)} `;
      }
      content.add(`${path}f`);
      return;
    }
    case 'path': {
      if (op.d.length === 0) return;
      content.fill(op.ink);
      const steps = op.d.map(([letter, ...numbers]) => [...numbers.map(num), PATH_WORDS[letter]].join(' '));
      content.add(`${steps.join(' ')} f`);
      return;
    }
    case 'image': {
      const [w, h] = [op.w - 2 * IMAGE_INSET, op.h - 2 * IMAGE_INSET];
      const place = `${num(w)} 0 0 ${num(-h)} ${num(op.x + IMAGE_INSET)} ${num(op.y + op.h - IMAGE_INSET)}`;
      content.add(`q ${place} cm/${images.nameOf(op.png)} Do Q`);
    }
  }
}

/**
 * Inset in millimetres on each side, 0.016 dot at 203 dpi. A renderer fills every pixel that a picture touches, so a rounding error at its
 * edge would enlarge it by one dot, and a carrier's bars with it.
 */
const IMAGE_INSET = 0.002;
const PATH_WORDS = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;
