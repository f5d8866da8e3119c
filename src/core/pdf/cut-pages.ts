/** A part that must not be cut: its upper and lower edge in CSS pixels from the top of the content. */
export type Block = { top: number; bottom: number };

export type Content = {
  height: () => number;
  /** The parts that must not be cut. Movable parts are first moved below `limit`, the lower edge of the page. */
  blocksAt: (limit: number) => readonly Block[];
};

/** Edges of boxes can be fractions of a pixel. */
const TOLERANCE = 0.5;

/** The lowest line up to `limit` that cuts no part. `limit` if every line would cut one. */
export function cutAt(start: number, limit: number, blocks: readonly Block[]): number {
  let line = limit;
  let cut = true;
  while (cut) {
    const tops = blocks.filter(({ top, bottom }) => top < line - TOLERANCE && bottom > line + TOLERANCE).map(({ top }) => top);
    cut = tops.length > 0;
    if (cut) line = Math.min(...tops);
  }
  return line > start + TOLERANCE ? line : limit;
}

/** Lower edges of the pages. The first page has `first` pixels, each further page `next`, with at most `most` pages. */
export function cutPages(content: Content, { first, next, most }: { first: number; next: number; most: number }): number[] {
  const cuts: number[] = [];
  let start = 0;
  while (cuts.length < most) {
    const limit = start + (cuts.length === 0 ? first : next);
    if (content.height() <= limit + TOLERANCE) return [...cuts, content.height()];
    start = cutAt(start, limit, content.blocksAt(limit));
    cuts.push(start);
  }
  return cuts;
}
