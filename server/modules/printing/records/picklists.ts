import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import { picklists as area } from '#contract/orders/picklists';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { areaRow } from '../../../core/http/area.ts';
import { picklists } from '../../orders/picklists/table.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { compartments } from '../../stock/compartments/table.ts';
import { picklistLines } from '../../stock/tables.ts';
import { type Builder, localSql, nameIn } from './builder.ts';

const findLines = statement(
  {
    list: picklistLines.picklistId,
    sku: taskLines.sku,
    name: taskLines.name,
    code: cell.text,
    qty: picklistLines.qty,
    short: orNull(cell.integer),
    lot: cell.text,
    expiry: cell.text,
    serial: cell.text,
    weight: orNull(cell.integer),
    place: compartments.code,
    zone: compartments.zone,
    order: tasks.no,
    slot: cell.bigint,
  },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select q.picklist_id as list, l.sku, l.name, coalesce(nullif(i.barcode, ''), l.sku) as code, q.qty, nullif(q.short, 0) as short, coalesce(b.lot, '') as lot,
        coalesce(b.expiry::text, '') as expiry, coalesce(b.serial, '') as serial, i.weight * q.qty as weight, c.code as place, c.zone, t.no as "order",
        dense_rank() over (partition by q.picklist_id order by f.first) as slot
      from picklist_lines q join task_lines l on l.id = q.line_id join tasks t on t.id = q.task_id join items i on i.id = q.item_id join compartments c on c.id = q.compartment_id
        left join stock_balances b on b.id = q.balance_id
        join (select picklist_id, task_id, min(seq) as first from picklist_lines where picklist_id = any(${uuids(ids)}) group by 1, 2) f on f.picklist_id = q.picklist_id and f.task_id = q.task_id
      where q.picklist_id = any(${uuids(ids)}) order by q.picklist_id, q.seq`,
);
const findPrinted = statement(
  { id: picklists.id, at: cell.text },
  ({
    ids,
    home,
  }: {
    ids: readonly string[];
    home: string;
  }) => sql`select p.id, ${localSql(sql`now()`, sql`z.timezone`, home)} as at from picklists p
        left join lateral (select s.timezone from picklist_lines q join compartments c on c.id = q.compartment_id join warehouses w on w.id = c.warehouse_id
          join storehouses s on s.id = w.storehouse_id where q.picklist_id = p.id order by q.seq limit 1) z on true where p.id = any(${uuids(ids)})`,
);

/** Lines in walking order. If several orders share the walk, each gets a cart slot, numbered by first occurrence. */
export const picklist: Builder = async ({ tx, ids, rows, house, options }) => {
  const lines = groupBy(await findLines(tx, { ids }), ({ list }) => list);
  const printed = new Map((await findPrinted(tx, { ids, home: house.zone })).map(({ id, at }) => [id, at]));
  return new Map(
    rows.map((values) => {
      const row = areaRow(area, values);
      const own = lines.get(row.id) ?? [];
      const shared = new Set(own.map(({ order }) => order)).size > 1;
      return [
        row.id,
        {
          house,
          no: row.no,
          kind: nameIn(options, `picklists.kinds.${row.kind}`),
          picker: row.pickerIdLabel ?? '',
          cart: row.cartIdLabel ?? '',
          carrier: row.carrierIdLabel ?? '',
          orders: row.orders,
          pieces: row.pieces,
          printedAt: printed.get(row.id),
          lines: own.map(({ list: _list, serial, slot, ...line }) => ({
            ...line,
            serials: serial ? [serial] : [],
            slot: shared ? String(slot) : '',
          })),
        },
      ];
    }),
  );
};
