import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import { loadingLists as area } from '#contract/shipping/loading-lists';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { areaRow } from '../../../core/http/area.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { carriers } from '../../shipping/carriers/table.ts';
import { loadingLists } from '../../shipping/loading-lists/table.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { compartments } from '../../stock/compartments/table.ts';
import { type Builder, localSql, nameIn, onlyOwn, volumeOf } from './builder.ts';

const findParcels = statement(
  {
    list: loadingLists.id,
    no: parcels.no,
    trackingNo: parcels.trackingNo,
    order: tasks.no,
    consignee: tasks.consignee,
    kind: parcels.kind,
    weight: parcels.weight,
    length: parcels.length,
    width: parcels.width,
    height: parcels.height,
    dangerGoods: cell.boolean,
    loaded: cell.boolean,
  },
  ({
    ids,
    merchantId,
  }: {
    ids: readonly string[];
    merchantId: string | null;
  }) => sql`select v.id as list, p.no, p.tracking_no as "trackingNo", t.no as "order", t.consignee, p.kind, p.weight, p.length, p.width, p.height,
        t.danger_goods or exists (select from parcel_contents k join task_lines l on l.id = k.line_id join items i on i.id = l.item_id where k.parcel_id = p.id and i.dangerous) as "dangerGoods",
        p.loading_list_id is not null as loaded
      from loading_lists v join parcels p on p.loading_list_id = v.id
          or (v.state = 'open' and p.carrier_id = v.carrier_id and p.loading_list_id is null and p.state in ('labelled', 'swapped') and p.handed_over_at is null)
        join tasks t on t.id = p.task_id
      where v.id = any(${uuids(ids)}) and p.state <> 'void' and (p.loading_list_id is not null or t.blocker is null) and ${onlyOwn(merchantId, sql`p.merchant_id`)}
      order by v.id, t.consignee->>'country', t.consignee->>'zip', t.no, p.seq`,
);
type Parcel = Row<typeof findParcels>;
const findTimes = statement(
  {
    id: loadingLists.id,
    carrier: carriers.name,
    dock: orNull(compartments.code),
    now: cell.text,
    left: orNull(cell.text),
    cutOff: carriers.cutOff,
  },
  ({
    ids,
    home,
  }: {
    ids: readonly string[];
    home: string;
  }) => sql`select v.id, c.name as carrier, d.code as dock, ${localSql(sql`now()`, sql`coalesce(s.timezone, k.timezone)`, home)} as now,
        ${localSql(sql`v.handed_over_at`, sql`coalesce(s.timezone, k.timezone)`, home)} as left, c.cut_off as "cutOff"
      from loading_lists v join carriers c on c.id = v.carrier_id left join storehouses k on k.id = c.storehouse_id
        left join compartments d on d.id = v.dock_id left join warehouses w on w.id = d.warehouse_id left join storehouses s on s.id = w.storehouse_id
      where v.id = any(${uuids(ids)})`,
);

const sum = (rows: readonly Parcel[], of: (row: Parcel) => number | null): number => rows.reduce((total, row) => total + (of(row) ?? 0), 0);

/** Parcels on the list; while the list is open, also parcels ready for the carrier: labelled, in the house, on no list. */
export const loadingList: Builder = async ({ tx, ids, rows, actor, house, options }) => {
  const loaded = groupBy(await findParcels(tx, { ids, merchantId: actor.merchantId }), ({ list }) => list);
  const times = new Map((await findTimes(tx, { ids, home: house.zone })).map((row) => [row.id, row]));
  return new Map(
    rows.map((values) => {
      const row = areaRow(area, values);
      const { id } = row;
      const own = loaded.get(id) ?? [];
      const time = times.get(id);
      const now = time?.now ?? '';
      const kindOf = ({ kind }: Parcel): string => nameIn(options, `parcels.kinds.${kind}`);
      return [
        id,
        {
          house,
          no: row.no,
          carrier: time?.carrier,
          dock: time?.dock ?? '',
          vehicle: row.vehicle,
          driver: row.driver,
          departAt: time?.left ?? (time?.cutOff ? `${now.slice(0, 10)}T${time.cutOff}` : ''),
          printedAt: now,
          expected: own.length,
          loaded: own.filter(({ loaded }) => loaded).length,
          totals: [...groupBy(own, kindOf)].map(([kind, some]) => ({
            kind,
            packages: some.length,
            weight: sum(some, ({ weight }) => weight),
            volume: sum(some, volumeOf),
          })),
          parcels: own.map(({ list: _list, ...parcel }) => {
            const { name1, zip, city, country } = parcel.consignee;
            return {
              ...parcel,
              consignee: name1,
              zip,
              city,
              country,
              kind: nameIn(options, `parcels.kinds.${parcel.kind}`),
              volume: volumeOf(parcel),
            };
          }),
        },
      ];
    }),
  );
};
