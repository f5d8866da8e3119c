import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/group-by';
import { uuids } from '../../db/uuids.ts';
import type { Values } from '../../http/area.ts';
import { all, type Builder, localSql, nameIn, onlyOwn, volumeOf } from './builder.ts';

const sum = (rows: readonly Values[], of: (row: Values) => number | null): number => rows.reduce((total, row) => total + (of(row) ?? 0), 0);

/** What is on the vehicle, and while the list is open what the carrier's next vehicle takes: labelled, in the house, on no list. */
export const loadingList: Builder = async ({ tx, ids, rows, actor, house, options }) => {
  const parcels = groupBy(
    await all(
      tx,
      sql`select v.id as list, p.no, p.tracking_no as "trackingNo", t.no as "order", t.consignee, p.kind, p.weight, p.length, p.width, p.height,
        t.danger_goods or exists (select from parcel_contents k join task_lines l on l.id = k.line_id join items i on i.id = l.item_id where k.parcel_id = p.id and i.dangerous) as "dangerGoods",
        p.loading_list_id is not null as loaded
      from loading_lists v join parcels p on p.loading_list_id = v.id
          or (v.state = 'open' and p.carrier_id = v.carrier_id and p.loading_list_id is null and p.state in ('labelled', 'swapped') and p.handed_over_at is null)
        join tasks t on t.id = p.task_id
      where v.id = any(${uuids(ids)}) and p.state <> 'void' and (p.loading_list_id is not null or t.blocker is null) and ${onlyOwn(actor, sql`p.merchant_id`)}
      order by v.id, t.consignee->>'country', t.consignee->>'zip', t.no, p.seq`,
    ),
    (parcel) => parcel['list'] as string,
  );
  const times = new Map(
    (
      await all(
        tx,
        sql`select v.id, c.name as carrier, d.code as dock, ${localSql(sql`now()`, sql`coalesce(s.timezone, k.timezone)`, house)} as now,
        ${localSql(sql`v.handed_over_at`, sql`coalesce(s.timezone, k.timezone)`, house)} as left, c.cut_off as "cutOff"
      from loading_lists v join carriers c on c.id = v.carrier_id left join storehouses k on k.id = c.storehouse_id
        left join compartments d on d.id = v.dock_id left join warehouses w on w.id = d.warehouse_id left join storehouses s on s.id = w.storehouse_id
      where v.id = any(${uuids(ids)})`,
      )
    ).map((row) => [row['id'] as string, row]),
  );
  return new Map(
    rows.map((row) => {
      const id = row['id'] as string;
      const own = parcels.get(id) ?? [];
      const time = times.get(id) ?? {};
      const now = time['now'] as string;
      const kindOf = (parcel: Values): string => nameIn(options, `parcels.kinds.${parcel['kind'] as string}`);
      return [
        id,
        {
          house,
          no: row['no'],
          carrier: time['carrier'],
          dock: time['dock'] ?? '',
          vehicle: row['vehicle'],
          driver: row['driver'],
          departAt: time['left'] ?? (time['cutOff'] ? `${now.slice(0, 10)}T${time['cutOff'] as string}` : ''),
          printedAt: now,
          expected: own.length,
          loaded: own.filter((parcel) => parcel['loaded']).length,
          totals: [...groupBy(own, kindOf)].map(([kind, some]) => ({
            kind,
            packages: some.length,
            weight: sum(some, (parcel) => parcel['weight'] as number | null),
            volume: sum(some, volumeOf),
          })),
          parcels: own.map((parcel) => {
            const { name1, zip, city, country } = parcel['consignee'] as Record<string, string>;
            return { ...parcel, consignee: name1, zip, city, country, kind: kindOf(parcel), volume: volumeOf(parcel) };
          }),
        },
      ];
    }),
  );
};
