import { cssVariables } from '../../layout/theme.ts';

/** The head above the content of the first page. */
export type Head = { title: string; lines: readonly string[] };

/** Font sizes and distances in millimetres. */
const TITLE = { size: 5, line: 6.5 };
const LINE = { size: 3.2, line: 4.5 };
const BELOW = 3;
const FOOT_SIZE = 2.8;
const MOST_LINES = 3;
const { '--k-font': FONT = 'sans-serif', '--k-text': TEXT = 'black', '--k-muted': MUTED = 'black' } = cssVariables('light', 'medium');

/** Breaks a text at spaces. A word longer than a line, and Chinese, which has no spaces, breaks at any character. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (fits(line + character) || line === '') {
      line += character;
      continue;
    }
    const space = character === ' ' ? line.length : line.lastIndexOf(' ');
    lines.push((space > 0 ? line.slice(0, space) : line).trimEnd());
    line = `${space > 0 ? line.slice(space) : ''}${character}`.trimStart();
  }
  if (line !== '') lines.push(line);
  return lines;
}

type Placed = { text: string; font: string; color: string; y: number };

/** Positions of the head's lines, and its height in CSS pixels. `unit` is CSS pixels per millimetre. */
function placeHead(context: CanvasRenderingContext2D, head: Head, width: number, unit: number): { placed: Placed[]; height: number } {
  const placed: Placed[] = [];
  let y = 0;
  const add = (text: string, { size, line }: typeof LINE, weight: number, color: string): void => {
    const font = `${weight} ${size * unit}px ${FONT}`;
    context.font = font;
    for (const part of wrapText(text, (tried) => context.measureText(tried).width <= width).slice(0, MOST_LINES)) {
      y += line * unit;
      placed.push({ text: part, font, color, y });
    }
  };
  add(head.title, TITLE, 600, TEXT);
  for (const line of head.lines) add(line, LINE, 400, MUTED);
  return { placed, height: y + BELOW * unit };
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw on a canvas');
  return context;
}

export const heightOfHead = (head: Head, width: number, unit: number): number =>
  placeHead(contextOf(document.createElement('canvas')), head, width, unit).height;

type PageText = { head: Head | null; foot: { start: string; end: string } };

/** A white page with head and foot. The context is scaled, so that coordinates are CSS pixels. */
export function drawPage(
  { width, height, unit, scale }: { width: number; height: number; unit: number; scale: number },
  { head, foot }: PageText,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = contextOf(canvas);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  if (head)
    for (const { text, font, color, y } of placeHead(context, head, width, unit).placed) {
      context.font = font;
      context.fillStyle = color;
      context.fillText(text, 0, y - LINE.line * unit * 0.25);
    }
  context.font = `400 ${FOOT_SIZE * unit}px ${FONT}`;
  context.fillStyle = MUTED;
  context.fillText(foot.start, 0, height - unit, width * 0.85);
  context.textAlign = 'end';
  context.fillText(foot.end, width, height - unit);
  context.textAlign = 'start';
  return { canvas, context };
}
