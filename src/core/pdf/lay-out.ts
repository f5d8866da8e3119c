import type { Block, Content } from './cut-pages.ts';
import { type Head, heightOfHead } from './head.ts';
import { FOOT, LANDSCAPE_WIDTH, type Orientation, PORTRAIT_WIDTH, roomOf, type Sheet } from './sheet.ts';

/** Factors to try for the layout width: content slightly higher than a page is laid out wider and shrunk to fit on one. */
const SMALLER = [1, 1.15, 1.3];
/** How much wider than its page content in portrait may be laid out. */
const PORTRAIT_WIDER = 1.2;
/** Wider content is cut off, because its text would be unreadable on A4. CSS pixels. */
const WIDEST = 4_000;
const PARTS = 'tr, li, figure, canvas, svg, img, h2, h3, p, [data-pdf="card"]';

type Measured = Sheet & { content: number };
const roomBelowHead = ({ height, head, foot }: Sheet): number => height - head - foot;
const fitsOnePage = (sheet: Measured): boolean => sheet.content <= roomBelowHead(sheet);

/** Chooses orientation and width by trying them on the copy of the page. `layOut` redraws what depends on the width. */
export function chooseSheet(target: HTMLElement, head: Head, layOut: (target: HTMLElement) => void): Sheet {
  const frame = target.ownerDocument.defaultView?.frameElement;
  const widen = (width: number): void => {
    if (frame instanceof HTMLElement) frame.style.width = `${width}px`;
    // Forces a layout, so that the frame gets its new width.
    frame?.getBoundingClientRect();
    layOut(target);
  };
  const attempt = (orientation: Orientation, wanted: number): Measured => {
    let width = Math.round(wanted);
    widen(width);
    if (target.scrollWidth > width) {
      width = Math.min(WIDEST, target.scrollWidth);
      widen(width);
    }
    const room = roomOf(orientation);
    const unit = width / room.width;
    const content = target.getBoundingClientRect().height;
    return { orientation, width, height: room.height * unit, head: heightOfHead(head, width, unit), foot: FOOT * unit, content };
  };
  for (const factor of SMALLER) {
    const sheet = attempt('landscape', LANDSCAPE_WIDTH * factor);
    if (fitsOnePage(sheet)) return sheet;
  }
  const portrait = attempt('portrait', PORTRAIT_WIDTH);
  if (portrait.width <= PORTRAIT_WIDTH * PORTRAIT_WIDER && (fitsOnePage(portrait) || portrait.content > portrait.height)) return portrait;
  return attempt('landscape', LANDSCAPE_WIDTH);
}

const edgesOf = (element: Element, target: HTMLElement): Block => {
  const { top, bottom } = element.getBoundingClientRect();
  const start = target.getBoundingClientRect().top;
  return { top: top - start, bottom: bottom - start };
};

/** The headings to repeat on each further page: of a table or of a board. */
export function headingsOf(target: HTMLElement): Block | null {
  const element = target.querySelector('thead, [data-pdf="heading"]');
  if (!element) return null;
  const { top, bottom } = edgesOf(element, target);
  // The cards of a board begin with a gap below its headings.
  return element.matches('thead') ? { top, bottom } : { top: 0, bottom: bottom + 8 };
}

/**
 * The copy of the page as input of `cutPages`. Cards are in columns side by side, so each card that a page would cut is moved below its
 * edge.
 */
export function contentOf(target: HTMLElement, most: number): Content {
  const edges = (element: Element): Block => edgesOf(element, target);
  /** The outermost parts that fit on a page. */
  const parts = (): HTMLElement[] => {
    const found: HTMLElement[] = [];
    for (const element of target.querySelectorAll<HTMLElement>(PARTS)) {
      if (found.at(-1)?.contains(element)) continue;
      const { top, bottom } = edges(element);
      if (bottom > top && bottom - top <= most) found.push(element);
    }
    return found;
  };
  return {
    height: () => target.getBoundingClientRect().height,
    blocksAt: (limit) => {
      const found = parts();
      for (const element of found) {
        const { top, bottom } = edges(element);
        if (element.dataset['pdf'] !== 'card' || top >= limit || bottom <= limit) continue;
        const margin = Number.parseFloat(getComputedStyle(element).marginTop);
        element.style.marginTop = `${margin + limit - top}px`;
      }
      return found.map(edges);
    },
  };
}
