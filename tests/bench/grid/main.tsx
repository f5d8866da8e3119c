import '../../../src/core/mask/mask.css';
import Table from 'antd/es/table';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { Row } from '../../../src/core/mask/kinds/kind.ts';
import { Grid } from '../../../src/core/mask/list/Grid.tsx';
import { NONE } from '../../../src/core/mask/list/selection.ts';
import { applyTheme } from '../../../src/layout/scheme.ts';
import { startI18n } from '../../../src/providers/i18n.ts';
import { COLUMNS, MASK, rowsOf } from './rows.ts';

/** `again`: the same rows once more; `other`: every row another one. Until the document has changed, without painting. */
export type Drawn = { paint: number; again: number; other: number; frames: number; worst: number; nodes: number };
export type Variant = 'grid' | 'table';

declare global {
  interface Window {
    draw?: (variant: Variant, count: number) => Promise<Drawn>;
  }
}

const nothing = (): void => undefined;
const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

const ours = (rows: readonly Row[]) => (
  <BrowserRouter>
    <Grid
      mask={MASK}
      columns={COLUMNS}
      rows={rows}
      total={rows.length}
      label="Items"
      sort={null}
      onSort={nothing}
      onResize={nothing}
      onMove={nothing}
      selection={NONE}
      onSelection={nothing}
      onOpen={nothing}
      onPick={nothing}
      menu={null}
      stale={false}
      instead={null}
      estimate={36}
    />
  </BrowserRouter>
);

/** The table as its makers' first example has it: text cells, selection, nothing fixed. */
const theirs = (rows: readonly Row[]) => (
  <div className="plain">
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      rowSelection={{}}
      dataSource={[...rows]}
      columns={COLUMNS.map(({ field, width }) => ({ dataIndex: field, title: field, width, ellipsis: true }))}
    />
  </div>
);

/** A second of scrolling, 90 px a frame; what a frame took longest is what a hand feels. */
async function scroll(scroller: Element): Promise<{ frames: number; worst: number }> {
  const begun = await frame();
  let last = begun;
  let frames = 0;
  let worst = 0;
  let step = 90;
  while (last - begun < 1_000) {
    scroller.scrollTop += step;
    if (scroller.scrollTop === 0 || scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight) step = -step;
    const now = await frame();
    worst = Math.max(worst, now - last);
    last = now;
    frames += 1;
  }
  return { frames: (frames * 1_000) / (last - begun), worst };
}

const VARIANTS: Record<Variant, (rows: readonly Row[]) => ReactNode> = { grid: ours, table: theirs };

async function redrawn(root: Root, variant: Variant, rows: readonly Row[]): Promise<number> {
  await frame();
  const begun = performance.now();
  flushSync(() => root.render(VARIANTS[variant](rows)));
  const taken = performance.now() - begun;
  await frame();
  return taken;
}

async function draw(variant: Variant, count: number): Promise<Drawn> {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  const rows = rowsOf(count);
  const root = createRoot(place);
  await frame();
  const begun = performance.now();
  flushSync(() => root.render(VARIANTS[variant](rows)));
  // The first frame draws, the second begins when it has been painted.
  await frame();
  await frame();
  const paint = performance.now() - begun;
  const again = await redrawn(root, variant, [...rows]);
  const other = await redrawn(root, variant, rowsOf(count, 1));
  const nodes = place.querySelectorAll('*').length;
  const scroller = place.querySelector(variant === 'grid' ? '.m-grid' : '.plain');
  const scrolled = scroller ? await scroll(scroller) : { frames: 0, worst: 0 };
  root.unmount();
  return { paint, again, other, nodes, ...scrolled };
}

applyTheme();
void startI18n().then(() => {
  window.draw = draw;
});
