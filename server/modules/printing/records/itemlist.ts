import { type SQL, sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import type { ReckonData } from '#contract/printing/call';
import type { DataOf } from '#contract/printing/documents';
import { Itemlist } from '#contract/printing/paper-data';
import { cell, type Row, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { scopeSql } from '../../../core/http/list.ts';
import { selectRows } from '../../../core/http/select.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { items } from '../../catalog/items/table.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { compartments } from '../../stock/compartments/table.ts';
import { picklistLines } from '../../stock/tables.ts';
import { findNow, joined, readHouse } from './builder.ts';
import type { Printing } from './print-records.ts';

const PIECE = sql`i.id as "itemId", i.sku, i.name, coalesce(nullif(i.barcode, ''), i.sku) as code, i.weight`;
const PIECE_SHAPE = { itemId: items.id, sku: items.sku, name: items.name, code: cell.text, weight: items.weight };
const findListed = statement(
  { ...PIECE_SHAPE, qty: cell.integer, place: compartments.code, order: picklistLines.taskId },
  ({ ids }: { ids: readonly string[] }) => sql`select ${PIECE}, q.qty - q.picked - q.short as qty, c.code as place, q.task_id as "order"
      from picklist_lines q join items i on i.id = q.item_id join compartments c on c.id = q.compartment_id
      where q.picklist_id = any(${uuids(ids)}) and q.qty > q.picked + q.short order by c.pick_order, c.code`,
);
const findOrdered = statement(
  { ...PIECE_SHAPE, qty: cell.integer, order: taskLines.taskId, place: cell.text },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select ${PIECE}, greatest(0, l.ordered - l.cancelled - l.picked) as qty, l.task_id as "order",
        coalesce((select string_agg(c.code, ', ' order by c.pick_order, c.code) from reservations v join stock_balances b on b.id = v.balance_id
          join compartments c on c.id = b.compartment_id where v.line_id = l.id and not v.picked), '') as place
      from task_lines l join items i on i.id = l.item_id where l.task_id = any(${uuids(ids)}) and l.deleted_at is null and l.ordered - l.cancelled > l.picked
      order by place, i.sku`,
);
const findTyped = statement(
  PIECE_SHAPE,
  ({
    skus,
    scope,
  }: {
    skus: string;
    scope: SQL;
  }) => sql`select t.id as "itemId", t.sku, t.name, coalesce(nullif(t.barcode, ''), t.sku) as code, t.weight from items t
      where t.sku in (select jsonb_array_elements_text(${skus}::jsonb)) and t.deleted_at is null and ${scope} order by t.sort_at`,
  [{ skus: '', scope: sql`true` }],
);

/** Places at which a typed item is looked for: the first ones on the way that have free pieces. */
const MOST_PLACES = 3;
const findPlaces = statement(
  { itemId: items.id, place: cell.text },
  ({ ids }: { ids: readonly string[] }) => sql`select i.id as "itemId", string_agg(p.code, ', ' order by p.pick_order, p.code) as place
      from unnest(${uuids(ids)}) as i(id) cross join lateral (select c.code, c.pick_order from stock_balances b join compartments c on c.id = b.compartment_id
        where b.item_id = i.id and b.free > 0 and b.deleted_at is null and kontor_promisable(b.condition, c.kind, c.blocked_reason)
        group by c.code, c.pick_order order by c.pick_order, c.code limit ${MOST_PLACES}) p group by i.id`,
  [{ ids: [] }],
);

type Part = Omit<Row<typeof findListed>, 'itemId'> & { itemId: string | null };

/** Checks that all rows are in the actor's scope. @throws DomainError NotAllowed, NotFound */
async function mayRead({ tx, areas, actor }: Printing, area: 'picklists' | 'tasks', ids: readonly string[]): Promise<void> {
  const entry = areas.get(area);
  if (ids.length === 0 || !entry) return;
  requirePrivilege(actor, `${area}.read`);
  const rows = await selectRows(tx, areas, entry, actor, [...new Set(ids)], { trash: false });
  if (rows.length < new Set(ids).size) throw new DomainError('NotFound');
}

/** Items by typed or counted SKU, among those the actor may see. Unknown SKUs are printed as entered. */
async function typedItems({ tx, areas, actor }: Printing, wanted: ReckonData['items']): Promise<Part[]> {
  const entry = areas.get('items');
  if (wanted.length === 0 || !entry) return [];
  requirePrivilege(actor, 'items.read');
  const scope = scopeSql(areas, entry, actor) ?? sql`true`;
  const known = await findTyped(tx, { skus: JSON.stringify(wanted.map(({ sku }) => sku)), scope });
  const bySku = groupBy(known, ({ sku }) => sku);
  return wanted.map(({ sku, qty }) => {
    const same = bySku.get(sku) ?? [];
    // If two merchants have the same SKU, it is ambiguous and printed as entered.
    const [only] = same.length === 1 ? same : [];
    const plain = { sku, itemId: null, name: '', code: sku, weight: null };
    return { ...(only ?? plain), qty, place: '', order: '' };
  });
}

/** Items to collect, one line per item, in walking order. @throws DomainError NotAllowed, NotFound */
export async function printItemlist(printing: Printing, reckon: ReckonData): Promise<DataOf<'itemlist'>> {
  const { tx } = printing;
  await mayRead(printing, 'picklists', reckon.picklistIds);
  await mayRead(printing, 'tasks', reckon.taskIds);
  const typed = await typedItems(printing, reckon.items);
  await becomeHouse(tx);
  const house = await readHouse(tx);
  const listed = await findListed(tx, { ids: reckon.picklistIds });
  const ordered = await findOrdered(tx, { ids: reckon.taskIds });
  const places = new Map(
    (await findPlaces(tx, { ids: typed.flatMap(({ itemId }) => itemId ?? []) })).map(({ itemId, place }) => [itemId, place]),
  );
  const placed = typed.map((part) => ({ ...part, place: places.get(part.itemId ?? '') ?? '' }));
  const { now } = await findNow.one(tx, { home: house.zone });
  const lines = groupBy<Part>([...listed, ...ordered, ...placed], ({ itemId, sku }) => itemId ?? sku);
  return Itemlist.parse({
    house,
    title: reckon.title,
    printedAt: now,
    lines: [...lines.values()].map((some) => {
      const [first] = some;
      const qty = some.reduce((sum, part) => sum + part.qty, 0);
      const orders = new Set(some.map(({ order }) => order).filter(Boolean)).size;
      return {
        sku: first?.sku,
        name: first?.name,
        code: first?.code,
        weight: first?.weight == null ? null : first.weight * qty,
        qty,
        places: joined(some.flatMap(({ place }) => place.split(', '))),
        orders: orders || null,
      };
    }),
  });
}
