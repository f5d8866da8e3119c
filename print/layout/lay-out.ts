import type { Locale } from '#contract/core/limits';
import type { Layout } from '#contract/printing/layout';
import type { Page, PrintWarning } from '../display.ts';
import type { Fonts } from '../font/glyph.ts';
import { layBody } from './body.ts';
import { elementOps, type Origin } from './element.ts';
import { inner, type Job, type Scope, type Words } from './scope.ts';
import { fill } from './template.ts';

export type PrintAs = {
  locales: readonly Locale[];
  /** Resolution of the printer: 203, 300 or 600. */
  dpi: number;
  fonts: Fonts;
  words: Words;
};
export type LaidOut = {
  pages: Page[];
  /** Each distinct warning once. */
  warnings: PrintWarning[];
};

/**
 * Lays out records: one label per record, or documents one after the other, each with its own page numbers. Pure: the same input gives the
 * same pages on every machine. The font pages must be loaded already (`loadFonts`).
 */
export function layOut(layout: Layout, records: readonly unknown[], as: PrintAs): LaidOut {
  const warnings = new Map<string, PrintWarning>();
  const warn = (warning: PrintWarning): void => void warnings.set(JSON.stringify(warning), warning);
  const job: Job = { ...as, warn };
  const copies = layout.copies ?? [null];
  const pages = records.flatMap((record) =>
    copies.map((copy, i) => {
      const scope: Scope = { job, values: [record] };
      const named = copy ? inner(scope, { copy: { no: i + 1, title: fill(copy.title, scope), ink: copy.ink } }) : scope;
      return onePaper(layout, named, copy?.ink ?? null);
    }),
  );
  const papers = layout.sheet ? onSheets(layout, layout.sheet, pages.flat()) : pages.flat().map((draw) => draw.page());
  return { pages: papers, warnings: [...warnings.values()] };
}

/** A page that is not placed yet. A label draws itself at its position on the sheet, so that its bars are snapped to the final dot grid. */
type Drawing = { at: (origin: Origin) => Page['ops']; page: () => Page };

function onePaper(layout: Layout, scope: Scope, ink: string | null): Drawing[] {
  const { width, height } = layout.size;
  const bodies = layout.body ? layBody(layout.body, layout.size, scope) : [[]];
  return bodies.map((body, i) => {
    const numbered = inner(scope, { page: i + 1, pages: bodies.length });
    const own = i === 0 ? layout.first : layout.later;
    const at = (origin: Origin): Page['ops'] => [
      ...layout.every.flatMap((element) => elementOps(inked(element, ink), origin, numbered)),
      ...own.flatMap((element) => elementOps(inked(element, ink), origin, numbered)),
      ...body,
    ];
    return { at, page: () => ({ width, height, ops: at({ x: 0, y: 0 }) }) };
  });
}

/** Colours the rules and words of a copy that the layout left black. */
function inked<E extends Layout['every'][number]>(element: E, ink: string | null): E {
  return ink && 'ink' in element && element.ink === '#000000' ? { ...element, ink } : element;
}

function onSheets(layout: Layout, sheet: NonNullable<Layout['sheet']>, labels: Drawing[]): Page[] {
  const each = sheet.columns * sheet.rows;
  return Array.from({ length: Math.ceil(labels.length / each) }, (_, s) => ({
    width: sheet.width,
    height: sheet.height,
    ops: labels.slice(s * each, (s + 1) * each).flatMap((label, i) =>
      label.at({
        x: sheet.left + (i % sheet.columns) * (layout.size.width + sheet.gapX),
        y: sheet.top + Math.floor(i / sheet.columns) * (layout.size.height + sheet.gapY),
      }),
    ),
  }));
}
