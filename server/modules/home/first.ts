// “Do these first”: the most urgent rows of the figures that have any.
import type { Home } from '#contract/core/home';
import { dayOf } from '#contract/core/house-day';
import type { Mask } from '#contract/core/mask';
import type { Filter } from '#contract/core/query';
import { isDay } from '#contract/core/written-day';
import type { Db } from '../../core/db/client.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Areas, Values } from '../../core/http/area.ts';
import { shortList } from '../../core/http/related.ts';
import { dueOfRow, reasonsOf } from './reasons.ts';
import type { Tile } from './tile.ts';

const FIRST_ROWS = 6;

type Figure = Pick<Tile, 'key' | 'first' | 'pastDue'> & { mask: Mask; area: string; counted: Filter[]; total: number };
type Reading = { tx: Db; areas: Areas; actor: Actor; today: string; opens: (paths: readonly string[]) => string | undefined };

/** How pressing a row is, the smaller the more: stopped or past its time, due today, due later or at no time. */
function levelOf({ pastDue }: Figure, due: string | null, today: string, now: number): number {
  if (pastDue || (due !== null && (isDay(due) ? due < today : Date.parse(due) < now))) return 0;
  return due !== null && (isDay(due) ? due : dayOf(due)) <= today ? 1 : 2;
}

/**
 * The first rows of each figure, taken in turn so that a long list does not hide the others. What is late comes first, then what is due today;
 * among equals the order of the figures holds, then that of their rows. A row that two figures count stands once.
 */
export async function readFirst({ tx, areas, actor, today, opens }: Reading, figures: readonly Figure[]): Promise<Home['first']> {
  const now = Date.now();
  const found = [];
  const seen = new Set<unknown>();
  for (const [at, figure] of figures.entries()) {
    if (figure.first === undefined || figure.total === 0) continue;
    const { first, key, area, counted } = figure;
    const list = await shortList(tx, areas, actor, {
      ...first,
      key,
      area,
      title: `home.tiles.${key}`,
      filters: counted,
      limit: FIRST_ROWS,
    });
    if (!list) continue;
    const rows = list.rows.filter(({ id }) => !seen.has(id));
    for (const { id } of rows) seen.add(id);
    found.push({ figure, list, at, rows });
  }
  const ranked = found.flatMap(({ figure, at, rows }) =>
    rows.map((row, turn) => ({ row, figure, at, turn, level: levelOf(figure, dueOfRow(figure.area, row, actor), today, now) })),
  );
  const chosen = ranked.toSorted((a, b) => a.level - b.level || a.turn - b.turn || a.at - b.at).slice(0, FIRST_ROWS);
  if (chosen.length === 0) return null;
  const lists = [];
  for (const { figure, list } of found) {
    const rows: Values[] = chosen.filter((one) => one.figure === figure).map(({ row }) => row);
    if (rows.length === 0) continue;
    const reasons = await reasonsOf(figure.area, { tx, actor, mask: figure.mask, rows, today, opens });
    lists.push({ tile: figure.key, mask: figure.mask.key, list: { ...list, rows }, reasons });
  }
  const order = chosen.toSorted((a, b) => a.level - b.level || a.at - b.at || a.turn - b.turn);
  return { lists, order: order.map(({ figure, row }) => ({ tile: figure.key, id: String(row['id']) })) };
}
