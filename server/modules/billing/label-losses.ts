import { type SQL, sql } from 'drizzle-orm';
import { EXACT_SCALE } from '#contract/trade/price';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { command } from '../../core/db/statement.ts';
import { lockBilling } from './billing-lock.ts';
import { NIGHTLY_DAYS } from './collect-charges.ts';

/**
 * Keeps what a label cost above all that it brings, on one of its charges, so that Home finds these labels by an index. It follows from costs
 * and prices alone and is not part of what was billed.
 */

/** All billed currencies have cents. */
const A_CENT = 10 ** (EXACT_SCALE - 2);

/**
 * Labels of the days from `since` on. A label counts once, on the charge of its cost, else on its first one. One that was voided or disputed,
 * that has no price yet, or whose cost is in another currency has no loss.
 */
const writeLosses = command(
  ({ since }: { since: SQL }) => sql`with charged as (
      select c.id, c.source_id, c.currency, c.cost, c.loss, row_number() over of_label as place,
        bool_and(c.state in ('open', 'onHold', 'inRun', 'billed') and not c.reversed and c.currency = c.cost_currency) over of_label as stands,
        sum(c.exact) over of_label as exact, sum(c.top_up) over of_label as top_up
      from charges c join quotation_categories q on q.id = c.category_id
      where c.source_kind = 'label' and c.happened_on >= ${since} and (c.cost is not null or c.loss is not null)
      window of_label as (partition by c.source_id order by (q.unit = 'cost') desc, c.id rows between unbounded preceding and unbounded following)),
    found as (
      select c.id, case when c.stands and c.place = 1 then nullif(greatest(round(c.cost - c.top_up - c.exact / ${A_CENT}::numeric), 0), 0)::bigint end as loss from charged c)
    update charges c set loss = f.loss from found f where c.id = f.id and c.loss is distinct from f.loss`,
  [{ since: sql`current_date` }],
);

/** @param days how far back; those of nights and of what is asked for: at least the last full month and this one, which Home shows */
export const keepLosses = (db: Db, days: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockBilling(tx);
    const ago = sql`(kontor_day() - ${days}::int)`;
    const months = sql`(date_trunc('month', kontor_day()::timestamp) - interval '1 month')::date`;
    await writeLosses(tx, { since: days < NIGHTLY_DAYS ? ago : sql`least(${ago}, ${months})` });
  });
