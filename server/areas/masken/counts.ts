import { getTableName, sql } from 'drizzle-orm';
import { allows } from '#contract/access';
import { TOTAL_LIMIT } from '#contract/envelope';
import type { Mask } from '#contract/mask';
import { bothFilters } from '#contract/query';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../http/actor.ts';
import type { ServerArea } from '../../http/area.ts';
import { conditions } from '../../http/list.ts';
import { rowsOf } from '../../http/select.ts';
import { isLayout, liveMasks } from './masks.ts';

type Areas = ReadonlyMap<string, ServerArea>;
export type Count = { total: number; exact: boolean };

/**
 * How many rows the list of each mask opens with, counted to the list call's own limit, in two statements however many masks. A mask that
 * does not exist, is a layout, or whose area the actor may not read is left out: its card shows no number.
 */
export async function openCounts(db: Db, areas: Areas, actor: Actor, keys: readonly string[]): Promise<Record<string, Count>> {
  const live = await liveMasks(db, areas, actor, keys);
  const masks = live.filter((mask): mask is Mask => !isLayout(mask) && allows(actor.privileges, `${mask.area}.read`));
  const counts = masks.flatMap((mask, i) => {
    const entry = areas.get(mask.area);
    if (!entry) return [];
    const filters = bothFilters(mask.fixed ?? [], mask.open ?? []);
    const where = conditions(areas, entry, actor, { search: '', filters, trash: mask.deleted === true });
    const rows = sql`select 1 from ${sql.identifier(getTableName(entry.table))} t where ${where} limit ${TOTAL_LIMIT + 1}`;
    return [sql`(select count(*)::int from (${rows}) c) as ${sql.identifier(`c${i}`)}`];
  });
  if (counts.length === 0) return {};
  const [row] = rowsOf(await db.execute(sql`select ${sql.join(counts, sql`, `)}`));
  return Object.fromEntries(
    masks.flatMap((mask, i) => {
      const total = row?.[`c${i}`];
      return typeof total === 'number' ? [[mask.key, { total: Math.min(total, TOTAL_LIMIT), exact: total <= TOTAL_LIMIT }]] : [];
    }),
  );
}
