import html2canvas from 'html2canvas';
import { jsPDF } from 'jspdf';
import { dayKey, formatInstant } from '../../providers/format.ts';
import { translate } from '../../providers/i18n.ts';
import { currentUser } from '../../providers/user.ts';
import { saveFile } from '../mask/transfer/save-csv.ts';
import { type Block, cutPages } from './cut-pages.ts';
import { describeFilters, type Filtering, fileName } from './describe-filters.ts';
import { drawPage, type Head } from './head.ts';
import { chooseSheet, contentOf, headingsOf } from './lay-out.ts';
import { prepareClone } from './prepare-clone.ts';
import { LANDSCAPE_WIDTH, MARGIN, roomOf, type Sheet } from './sheet.ts';

export type Screen = {
  /** The screen's name, used in the head and in the file name. */
  title: string;
  /** What it shows: a month, a warehouse. */
  subject?: string | undefined;
  /** Absent if a screen has neither filters nor a search. */
  filtering?: Filtering | undefined;
  /** A sentence about what is left out. */
  note?: string | undefined;
  /** Redraws, in the copy of the page, what depends on width or colours, such as a canvas. */
  layOut?: ((copy: HTMLElement) => void) | undefined;
};

/** Picture pixels per CSS pixel. Browsers refuse larger canvases: Safari on a tablet above 67 million pixels. */
const SCALE = 2;
const LONGEST = 16_000;
const LARGEST = 60_000_000;
const MOST_PAGES = 20;
const QUALITY = 0.92;

type Picture = {
  canvas: HTMLCanvasElement;
  sheet: Sheet;
  headings: Block | null;
  /** The lower edge of each page. */
  cuts: readonly number[];
  /** False if the pages do not show everything. */
  whole: boolean;
  scale: number;
};

const heightOf = (block: Block | null): number => (block ? block.bottom - block.top : 0);

/** Renders the whole content of the element in the light theme at the width of its paper. The page on the screen does not change. */
async function takeElement(element: HTMLElement, head: Head, layOut: (copy: HTMLElement) => void): Promise<Picture> {
  let taken: Omit<Picture, 'canvas'> | null = null;
  const options: NonNullable<Parameters<typeof html2canvas>[1]> = {
    logging: false,
    backgroundColor: '#ffffff',
    windowWidth: LANDSCAPE_WIDTH,
    scrollX: 0,
    scrollY: 0,
    ignoreElements: (other) => document.body.contains(other) && !element.contains(other) && !other.contains(element),
    onclone: (root, copy) => {
      prepareClone(root, copy);
      const sheet = chooseSheet(copy, head, layOut);
      const room = sheet.height - sheet.foot;
      const headings = headingsOf(copy);
      const next = room - heightOf(headings);
      const content = contentOf(copy, next);
      const cuts = cutPages(content, { first: room - sheet.head, next, most: MOST_PAGES });
      const height = Math.ceil(cuts.at(-1) ?? 1);
      const scale = Math.min(SCALE, LONGEST / height, Math.sqrt(LARGEST / (sheet.width * height)));
      // html2canvas reads these options after this function.
      Object.assign(options, { scale, width: sheet.width, height });
      taken = { sheet, headings, cuts, scale, whole: content.height() <= height };
    },
  };
  const canvas = await html2canvas(element, options);
  if (taken === null) throw new Error('the page was not copied');
  return { canvas, ...(taken as Omit<Picture, 'canvas'>) };
}

const bytesOf = async (canvas: HTMLCanvasElement): Promise<Uint8Array> => {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('the picture cannot be written');
  return new Uint8Array(await blob.arrayBuffer());
};

async function writePages({ canvas, sheet, headings, cuts, whole, scale }: Picture, head: Head): Promise<Blob> {
  const room = roomOf(sheet.orientation);
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', orientation: sheet.orientation, compress: true });
  pdf.setProperties({ title: head.title, author: currentUser()?.name ?? '', creator: translate('app.name') });
  const size = { width: sheet.width, height: sheet.height, unit: sheet.width / room.width, scale };
  const start = [head.title, ...(whole ? [] : [translate('pdf.shortened', { n: cuts.length })])].join(' · ');
  for (const [at, end] of cuts.entries()) {
    const from = cuts[at - 1] ?? 0;
    const page = drawPage(size, { head: at === 0 ? head : null, foot: { start, end: `${at + 1} / ${cuts.length}` } });
    const draw = ({ top, bottom }: Block, y: number): void => {
      const height = bottom - top;
      page.context.drawImage(canvas, 0, top * scale, canvas.width, height * scale, 0, y, canvas.width / scale, height);
    };
    if (at > 0 && headings) draw(headings, 0);
    draw({ top: from, bottom: end }, at === 0 ? sheet.head : heightOf(headings));
    if (at > 0) pdf.addPage('a4', sheet.orientation);
    pdf.addImage(await bytesOf(page.canvas), 'JPEG', MARGIN, MARGIN, room.width, room.height);
  }
  return pdf.output('blob');
}

/** Downloads the content of an element as a PDF of A4 pages. @throws if the browser cannot render or load a part of it */
export async function savePdf(element: HTMLElement, { title, subject, filtering, note, layOut = () => undefined }: Screen): Promise<void> {
  const now = Date.now();
  const who = [currentUser()?.name ?? '', formatInstant(now)].filter((text) => text !== '').join(' · ');
  const sentences = [filtering ? describeFilters(filtering, translate) : '', note ?? ''].filter((text) => text !== '');
  const head: Head = { title: subject ? `${title} · ${subject}` : title, lines: [who, ...sentences] };
  const picture = await takeElement(element, head, layOut);
  saveFile(fileName(title, dayKey(now)), await writePages(picture, head));
}
