import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/group-by';
import { uuids } from '../../db/uuids.ts';
import { all, type Builder, localSql, nameIn } from './builder.ts';

/** Lines in the order of the way. Where several orders share the walk, each has a slot of the cart, counted as the way meets them. */
export const picklist: Builder = async ({ tx, ids, rows, house, options }) => {
  const lines = groupBy(
    await all(
      tx,
      sql`select q.picklist_id as list, l.sku, l.name, coalesce(nullif(i.barcode, ''), l.sku) as code, q.qty, nullif(q.short, 0) as short, coalesce(b.lot, '') as lot,
        coalesce(b.expiry::text, '') as expiry, coalesce(b.serial, '') as serial, i.weight * q.qty as weight, c.code as place, c.zone, t.no as "order",
        dense_rank() over (partition by q.picklist_id order by f.first) as slot
      from picklist_lines q join task_lines l on l.id = q.line_id join tasks t on t.id = q.task_id join items i on i.id = q.item_id join compartments c on c.id = q.compartment_id
        left join stock_balances b on b.id = q.balance_id
        join (select picklist_id, task_id, min(seq) as first from picklist_lines where picklist_id = any(${uuids(ids)}) group by 1, 2) f on f.picklist_id = q.picklist_id and f.task_id = q.task_id
      where q.picklist_id = any(${uuids(ids)}) order by q.picklist_id, q.seq`,
    ),
    (line) => line['list'] as string,
  );
  const printed = new Map(
    (
      await all(
        tx,
        sql`select p.id, ${localSql(sql`now()`, sql`z.timezone`, house)} as at from picklists p
        left join lateral (select s.timezone from picklist_lines q join compartments c on c.id = q.compartment_id join warehouses w on w.id = c.warehouse_id
          join storehouses s on s.id = w.storehouse_id where q.picklist_id = p.id order by q.seq limit 1) z on true where p.id = any(${uuids(ids)})`,
      )
    ).map((row) => [row['id'], row['at']]),
  );
  return new Map(
    rows.map((row) => {
      const own = lines.get(row['id'] as string) ?? [];
      const shared = new Set(own.map((line) => line['order'])).size > 1;
      return [
        row['id'] as string,
        {
          house,
          no: row['no'],
          kind: nameIn(options, `picklists.kinds.${row['kind'] as string}`),
          picker: row['pickerIdLabel'] ?? '',
          cart: row['cartIdLabel'] ?? '',
          carrier: row['carrierIdLabel'] ?? '',
          orders: row['orders'],
          pieces: row['pieces'],
          printedAt: printed.get(row['id']),
          lines: own.map(({ serial, slot, ...line }) => ({
            ...line,
            serials: serial ? [serial] : [],
            // Ranks are 64-bit numbers, which come as text.
            slot: shared ? String(slot) : '',
          })),
        },
      ];
    }),
  );
};
