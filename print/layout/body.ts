import type { Block, Layout } from '#contract/printing/layout';
import type { Op } from '../display.ts';
import { elementOps } from './element.ts';
import { textOps } from './element-text.ts';
import { measureText } from './fit.ts';
import { applies, type Scope } from './scope.ts';
import type { Strip } from './strip.ts';
import { layTable } from './table.ts';
import { fill } from './template.ts';

type Body = NonNullable<Layout['body']>;

/** Lays out the flow; returns the operations of each page's body. Only the first page may be empty. */
export function layBody(body: Body, page: { width: number; height: number }, scope: Scope): Op[][] {
  const flow = new Flow(body, page);
  for (const block of body.blocks) if (applies(scope, block.when)) BLOCKS[block.block](block as never, flow, scope);
  return flow.pages;
}

class Flow {
  readonly pages: Op[][] = [[]];
  readonly width: number;
  private readonly body: Body;
  /** The smaller body height of first and later pages. Anything higher has to be split. */
  readonly height: number;
  private readonly paper: number;
  private y: number;

  constructor(body: Body, page: { width: number; height: number }) {
    this.body = body;
    this.width = page.width - body.left - body.right;
    this.paper = page.height;
    this.height = page.height - Math.max(body.top + body.bottom, body.topLater + (body.bottomLater ?? body.bottom));
    this.y = body.top;
  }

  private get bottom(): number {
    const { bottom, bottomLater = bottom } = this.body;
    return this.paper - (this.pages.length === 1 ? bottom : bottomLater);
  }

  fits(height: number): boolean {
    return this.y + height <= this.bottom + 0.001;
  }

  /** Whether the page is still empty. Prevents endless page breaks for a block that is higher than a page. */
  get fresh(): boolean {
    return this.y <= (this.pages.length === 1 ? this.body.top : this.body.topLater) + 0.001;
  }

  put(strip: Strip): void {
    this.pages.at(-1)?.push(...strip.draw(this.body.left, this.y));
    this.y += strip.height;
  }

  turn(): void {
    this.pages.push([]);
    this.y = this.body.topLater;
  }

  space(height: number): void {
    this.y += height;
  }
}

type Blocks = { [K in Block['block']]: (block: Extract<Block, { block: K }>, flow: Flow, scope: Scope) => void };

const BLOCKS: Blocks = {
  table(block, flow, scope) {
    const { title, head, rows, carry, foot } = layTable(block, flow, scope);
    // The row with the longest sum may need an extra line.
    const carryHeight = carry ? Math.max(carry(0).height, carry(rows.length).height) : 0;
    /** Height of the rows that must stay together from row `i`: a group with its first row, the last row with the sum. */
    const wanted = (i: number): number => {
      const row = rows[i];
      if (!row) return 0;
      return row.height + (row.keepNext ? wanted(i + 1) : i + 1 < rows.length ? carryHeight : (foot?.height ?? 0));
    };
    if (!flow.fits((title?.height ?? 0) + head.height + wanted(0)) && !flow.fresh) flow.turn();
    if (title) flow.put(title);
    flow.put(head);
    rows.forEach((row, i) => {
      if (i > 0 && !flow.fits(wanted(i))) {
        if (carry) flow.put(carry(i));
        flow.turn();
        flow.put(head);
        if (carry) flow.put(carry(i));
        if (row.under) flow.put(row.under);
      }
      flow.put(row);
    });
    if (foot) flow.put(foot);
    flow.space(3);
  },
  elements(block, flow, scope) {
    if (!flow.fits(block.h) && !flow.fresh) flow.turn();
    flow.put({ height: block.h, draw: (x, y) => block.elements.flatMap((element) => elementOps(element, { x, y }, scope)) });
  },
  text(block, flow, scope) {
    const text = fill(block.value, scope);
    if (!text) return;
    const { lines, height } = measureText(scope.job.fonts, block.face, text, block.size, flow.width);
    const each = height / Math.max(1, lines.length);
    const style = {
      size: block.size,
      face: block.face,
      align: 'left',
      valign: 'top',
      fit: 'cut',
      least: block.size,
      ink: '#000000',
      turn: 0,
    } as const;
    for (const one of lines) {
      if (!flow.fits(each) && !flow.fresh) flow.turn();
      flow.put({
        height: each,
        draw: (x, y) => textOps(scope, { x, y, w: flow.width + 0.01, h: each }, one, style, { where: block.value }),
      });
    }
    flow.space(block.after);
  },
};
