import { type SQL, sql } from 'drizzle-orm';

/**
 * Queries of the day from which free days of storage count: `filled` by unit, `oldest` by item. Units count from the day they were first
 * filled. Other goods leave in the order they came, so the oldest that is left counts. They read `held` (pieces by merchant and item at the
 * instant `heldAt`) and `here` (what is taken down, until `until`).
 */
export const ages = ({
  zone,
  heldAt,
  until,
}: {
  zone: string;
  heldAt: string;
  until: string;
}): SQL => sql`came as (select m.merchant_id, m.item_id, (m.at at time zone ${zone})::date as day,
          sum(m.qty) over (partition by m.merchant_id, m.item_id order by m.sort_at desc) - m.qty as newer
        from stock_moves m where m.from_place <> 'stock' and m.to_place = 'stock' and m.reverses_id is null and m.sort_at <= ${heldAt}::timestamptz
          and m.item_id in (select item_id from held) and not exists (select from stock_moves r where r.reverses_id = m.id)),
      oldest as (select h.merchant_id, h.item_id, min(c.day) as day from held h join came c on c.merchant_id = h.merchant_id and c.item_id = h.item_id and c.newer < h.qty group by 1, 2),
      filled as (select m.to_unit_id as unit_id, min((m.at at time zone ${zone})::date) as day from stock_moves m
        where m.to_unit_id in (select unit_id from here where unit_id is not null) and m.sort_at <= ${until}::timestamptz group by 1)`;

/** The columns of what is taken down, of a day or of its peaks. */
export const TAKEN_DOWN = sql`day, storehouse_id, merchant_id, compartment_id, unit_id, item_id, qty, volume, weight, first_in`;

/** The rows of `here`, with their size and the day from which their free days count. They are written once. */
export const takenDown = ({
  day,
  storehouseId,
}: {
  day: string;
  storehouseId: string;
}): SQL => sql`select ${day}::date, ${storehouseId}::uuid,
      h.merchant_id, h.compartment_id, h.unit_id, h.item_id, h.qty::int,
      h.qty::bigint * i.length * i.width * i.height, h.qty::bigint * i.weight, least(${day}::date, coalesce(f.day, o.day, ${day}::date))
    from here h join items i on i.id = h.item_id left join filled f on f.unit_id = h.unit_id
      left join oldest o on o.merchant_id = h.merchant_id and o.item_id = h.item_id
    on conflict do nothing`;

/** Days that the first run looks back: as many as charges are collected for in the night. */
export const FIRST_DAYS = 45;

/** An item without sizes is a gap of the bill. The first sizes that it gets close it; later changes do not touch past days. */
export const sizesOf = (table: 'storage_days' | 'storage_peaks', first: number): SQL => sql`update ${sql.identifier(table)} d
    set volume = coalesce(d.volume, d.qty::bigint * i.length * i.width * i.height), weight = coalesce(d.weight, d.qty::bigint * i.weight)
    from items i where i.id = d.item_id and d.day > (select kontor_day()) - ${first}::int
      and ((d.volume is null and i.length * i.width * i.height is not null) or (d.weight is null and i.weight is not null))`;
