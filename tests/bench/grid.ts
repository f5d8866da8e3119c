import { launchBrowser } from '../support/browser.ts';
import type { Drawn, Variant } from './grid/main.tsx';
import { ms, quantile, type Table, times } from './measure.ts';
import { servePage } from './serve-page.ts';

const COUNTS = [25, 200, 1_000];
const ROUNDS = 5;

const median = (drawn: readonly Drawn[], key: keyof Drawn): number =>
  quantile(
    drawn.map((one) => one[key]),
    0.5,
  );

export async function benchGrid(): Promise<Table[]> {
  const page = await servePage('grid');
  const browser = await launchBrowser();
  const rows: (string | number)[][] = [];
  try {
    for (const count of COUNTS) {
      const drawn: Record<Variant, Drawn[]> = { grid: [], table: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const variant of ['grid', 'table'] as const) {
          const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
          await tab.goto(page.url);
          await tab.waitForFunction(() => window.draw !== undefined);
          drawn[variant].push(await tab.evaluate(([name, n]) => window.draw?.(name, n) as Promise<Drawn>, [variant, count] as const));
          await tab.close();
        }
      }
      for (const [variant, title] of [
        ['grid', 'our grid'],
        ['table', 'antd Table'],
      ] as const) {
        const paint = median(drawn[variant], 'paint');
        rows.push([
          `${count} rows: ${title}`,
          ms(paint),
          times(median(drawn.table, 'paint') / paint),
          ms(median(drawn[variant], 'again')),
          ms(median(drawn[variant], 'other')),
          median(drawn[variant], 'frames').toFixed(0),
          ms(median(drawn[variant], 'worst')),
          median(drawn[variant], 'nodes').toFixed(0),
        ]);
      }
    }
  } finally {
    await browser.close();
    page.close();
  }
  return [
    {
      title: 'List on screen, 12 columns',
      note: `Median of ${ROUNDS}, each in a fresh tab. Paint: from the order to draw until after the next frame. Drawn again: the list with the same rows; other rows: with every row another one; both without painting. Scrolling: one second, 90 px a frame. antd's Table with selection and plain texts, without fixed columns; ours with selection, formatted money, weights, dates and statuses.`,
      head: ['list', 'paint ms', 'times faster than antd', 'drawn again ms', 'other rows ms', 'frames/s', 'longest frame ms', 'elements'],
      rows,
    },
  ];
}
