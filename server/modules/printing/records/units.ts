import { sql } from 'drizzle-orm';
import { mergedUnits as area } from '#contract/catalog/merged-units';
import { isGtin } from '#contract/core/barcode/check-digits';
import { parseGs1 } from '#contract/core/barcode/gs1';
import { gs1Association } from '#contract/core/barcode/gs1-association';
import type { Address } from '#contract/core/fields';
import { groupBy } from '#contract/core/group-by';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { areaRow } from '../../../core/http/area.ts';
import { items } from '../../catalog/items/table.ts';
import { mergedUnits } from '../../catalog/merged-units/table.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { type Build, type Builder, findNow, joined, onlyOwn, senderOf, sizeOf, wholeSum } from './builder.ts';
import { ssccOf } from './routing.ts';

/** A unit with all nested units. `union` instead of `union all`, so that a cycle of units ends. */
const tree = (ids: readonly string[]) =>
  sql`with recursive tree as (select id as root, id from merged_units where id = any(${uuids(ids)})
    union select t.root, k.id from tree t join merged_units k on k.parent_id = t.id and k.deleted_at is null)`;

type Asked = { ids: readonly string[]; merchantId: string | null };
/** Parcels that are these units or are in them. The unit's own parcel comes first. */
const findParcels = statement(
  {
    root: mergedUnits.id,
    own: cell.boolean,
    weight: parcels.weight,
    length: parcels.length,
    width: parcels.width,
    height: parcels.height,
    taskId: tasks.id,
    taskNo: tasks.no,
    ref: tasks.refOrderId,
    consignor: tasks.consignor,
    consignee: tasks.consignee,
    seq: cell.integer,
    of: cell.integer,
  },
  ({
    ids,
    merchantId,
  }: Asked) => sql`${tree(ids)}, boxes as (select tree.root, tree.id = tree.root as own, p.* from tree join parcels p on p.unit_id = tree.id and p.state <> 'void' where ${onlyOwn(merchantId, sql`p.merchant_id`)}),
      numbered as (select id, row_number() over (partition by task_id order by seq)::int as n, count(*) over (partition by task_id)::int as "of"
        from parcels where state <> 'void' and task_id in (select task_id from boxes))
    select b.root, b.own, b.weight, b.length, b.width, b.height, t.id as "taskId", t.no as "taskNo", t.ref_order_id as ref, t.consignor, t.consignee, n.n as seq, n."of"
    from boxes b join tasks t on t.id = b.task_id join numbered n on n.id = b.id order by b.root, b.own desc, b.no`,
);

/** Pieces by item, lot and expiry date. For a parcel: what was packed, also after it left. For another unit: its current stock. */
const findGoods = statement(
  {
    root: mergedUnits.id,
    sku: items.sku,
    name: items.name,
    code: cell.text,
    qty: cell.integer,
    lot: cell.text,
    expiry: cell.text,
    serials: orNull(cell.texts),
    weight: orNull(cell.bigint),
    barcode: items.barcode,
    aliases: cell.texts,
  },
  ({ ids, merchantId }: Asked) => sql`${tree(ids)}, pieces as (
        select tree.root, l.item_id, k.qty, k.serial, coalesce(g.lot, '') as lot, g.expiry
        from tree join parcels p on p.unit_id = tree.id and p.state <> 'void' join parcel_contents k on k.parcel_id = p.id join task_lines l on l.id = k.line_id
        left join lateral (select min(m.lot) as lot, min(m.expiry) as expiry from stock_moves m where m.parcel_id = p.id and m.line_id = k.line_id and m.to_unit_id = p.unit_id
          having count(distinct (m.lot, coalesce(m.expiry::text, ''))) = 1) g on true
        where ${onlyOwn(merchantId, sql`p.merchant_id`)}
        union all
        select tree.root, b.item_id, b.on_hand, b.serial, b.lot, b.expiry from tree join stock_balances b on b.unit_id = tree.id and b.on_hand > 0
        where not exists (select from parcels p where p.unit_id = tree.id and p.state <> 'void') and ${onlyOwn(merchantId, sql`b.merchant_id`)})
    select d.root, i.sku, i.name, coalesce(nullif(i.barcode, ''), i.sku) as code, sum(d.qty)::int as qty, d.lot, coalesce(d.expiry::text, '') as expiry,
      array_agg(d.serial order by d.serial) filter (where d.serial <> '') as serials, sum(d.qty) * i.weight as weight, i.barcode,
      array(select a.code from item_aliases a where a.item_id = i.id and a.pieces = 1 and a.deleted_at is null order by a.kind = 'ean' desc, a.code) as aliases
    from pieces d join items i on i.id = d.item_id group by d.root, i.id, d.lot, d.expiry order by d.root, i.sku, d.lot, d.expiry`,
);

type Unit = { record: object; goods: Row<typeof findGoods>[]; code: string; to: Address | null };

async function unitsOf(build: Build): Promise<Map<string, Unit>> {
  const { tx, ids, actor, house, rows } = build;
  const asked = { ids, merchantId: actor.merchantId };
  const boxesOf = groupBy(await findParcels(tx, asked), ({ root }) => root);
  const goodsOf = groupBy(await findGoods(tx, asked), ({ root }) => root);
  const { now } = await findNow.one(tx, { home: house.zone });
  return new Map(
    rows.map((values) => {
      const { id, code, merchantIdLabel } = areaRow(area, values);
      const [boxes, lines] = [boxesOf.get(id) ?? [], goodsOf.get(id) ?? []];
      const own = boxes.find((box) => box.own);
      const orders = new Set(boxes.map(({ taskId }) => taskId));
      // A unit with several orders names all of them and has no consignee.
      const single = own ?? (orders.size === 1 ? boxes[0] : undefined);
      const to = single?.consignee ?? null;
      const weight = own?.weight ?? wholeSum(boxes.map((box) => box.weight));
      const record = {
        house,
        code,
        merchant: merchantIdLabel ?? '',
        orderNo: joined(boxes.map((box) => box.taskNo)),
        reference: joined(boxes.map((box) => box.ref)),
        seq: own?.seq ?? 1,
        of: own?.of ?? 1,
        pieces: lines.reduce((sum, line) => sum + line.qty, 0),
        weight: weight ?? wholeSum(lines.map((line) => line.weight)),
        size: own ? sizeOf(own) : '',
        lines: lines.map(({ serials, ...line }) => ({ ...line, serials: serials ?? [] })),
        from: senderOf(house, single?.consignor ?? null),
        ...(to ? { to } : {}),
        printedAt: now,
      };
      return [id, { record, goods: lines, code, to }];
    }),
  );
}

export const boxLabel: Builder = async (build) => new Map([...(await unitsOf(build))].map(([id, { record }]) => [id, record]));

/** Maximum data length of a GS1-128 symbol (General Specifications, 5.4.4.6). */
const MAX_DATA = 48;
const yymmdd = (date: string): string => date.slice(2).replaceAll('-', '');
const dataLength = (elements: string): number => elements.replace(/[()]/g, '').length;

/**
 * GS1 element string with content, count, lot and best-before date, for a unit that holds one lot of one item with a GTIN. Elements that
 * must not be combined with the SSCC are omitted; empty if none is left.
 */
export function contentOf(gtin: string, count: number, lot: string, bestBefore: string, sscc: string): string {
  if (sscc === '' || gtin === '' || count < 1 || count > 99_999_999) return '';
  const base = `(02)${gtin.padStart(14, '0')}(37)${count}`;
  const best = bestBefore ? `(15)${yymmdd(bestBefore)}` : '';
  const whole = [`${base}${lot ? `(10)${lot}` : ''}${best}`, `${base}${best}`, base];
  return (
    whole.find((elements) => {
      // One more character for the separator after the count.
      if (dataLength(elements) + 1 > MAX_DATA) return false;
      const read = parseGs1(elements);
      return read.ok && gs1Association([{ ai: '00', value: sscc }, ...read.elements]).length === 0;
    }) ?? ''
  );
}

export const palletLabel: Builder = async (build) =>
  new Map(
    [...(await unitsOf(build))].map(([id, { record, goods, code, to }]) => {
      const sscc = ssccOf(code);
      const [only] = goods.length === 1 ? goods : [];
      const gtin = [only?.barcode ?? '', ...(only?.aliases ?? [])].find((one) => one && isGtin(one));
      const [count, lot, bestBefore] = [only?.qty ?? 0, only?.lot ?? '', only?.expiry ?? ''];
      return [
        id,
        {
          ...record,
          sscc,
          gtin: gtin?.padStart(14, '0') ?? '',
          content: only?.name ?? '',
          count: only ? count : null,
          lot,
          bestBefore,
          elements: contentOf(gtin ?? '', count, lot, bestBefore, sscc),
          shipToPost: to?.zip ?? '',
        },
      ];
    }),
  );
