import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id, Instant } from '#contract/core/fields';
import { LOCALES, type Locale } from '#contract/core/limits';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { type Actor, isStaff } from '../../core/http/actor.ts';
import { safeText } from '../../core/http/cells.ts';
import { textIn } from '../../core/http/texts.ts';
import { items } from '../catalog/items/table.ts';
import { merchants } from '../parties/merchants/table.ts';
import { checkpointBefore, stockRows } from './checkpoint.ts';
import { compartments } from './compartments/table.ts';

/** Row limit of the screen. `total` and `pieces` count all rows, and the file contains all of them. */
const SHOWN = 1000;

export const AsOfQuery = z.strictObject({ at: Instant, merchantId: Id.optional(), itemId: Id.optional() });
export const AsOfFileQuery = AsOfQuery.extend({ locale: z.enum(LOCALES).default('en') });
type AsOfQuery = z.infer<typeof AsOfQuery>;

const Lying = z.object({
  merchantId: Id,
  merchant: z.string(),
  itemId: Id,
  sku: z.string(),
  name: z.string(),
  compartmentId: Id,
  place: z.string(),
  qty: z.int(),
});
type Lying = z.infer<typeof Lying>;
export const AsOf = z.object({ at: z.string(), rows: z.array(Lying), total: z.int(), pieces: z.int() });
export type AsOf = z.infer<typeof AsOf>;

function scopeOf(actor: Actor, { merchantId, itemId }: AsOfQuery): SQL {
  const own = actor.merchantId === null ? (isStaff(actor) ? sql`true` : sql`false`) : sql`m.merchant_id = ${actor.merchantId}::uuid`;
  const merchant = merchantId ? sql`m.merchant_id = ${merchantId}::uuid` : sql`true`;
  return sql`${own} and ${merchant} and ${itemId ? sql`m.item_id = ${itemId}::uuid` : sql`true`}`;
}

const sumRows = statement(
  {
    merchantId: cell.uuid,
    merchant: merchants.name,
    itemId: cell.uuid,
    sku: items.sku,
    name: items.name,
    compartmentId: cell.uuid,
    place: compartments.code,
    qty: cell.integer,
    total: cell.integer,
    pieces: cell.integer,
  },
  ({ rows, most }: { rows: SQL; most: number | null }) => sql`with lay as (
        select merchant_id, item_id, compartment_id as place_id, sum(qty)::int as qty
        from (${rows}) s group by 1, 2, 3 having sum(qty) <> 0)
      select l.merchant_id as "merchantId", h.name as merchant, l.item_id as "itemId", i.sku, i.name, l.place_id as "compartmentId", c.code as place, l.qty,
        (count(*) over ())::int as total, (sum(l.qty) over ())::int as pieces
      from lay l join items i on i.id = l.item_id join merchants h on h.id = l.merchant_id join compartments c on c.id = l.place_id
      order by i.sku, h.name, c.code, l.place_id, l.item_id limit ${most}::int`,
  [{ rows: stockRows({ no: 0, until: '-infinity' }), most: null }],
);

/**
 * Stock at an instant, summed from the last checkpoint before it and the moves since. It uses the time when a move was booked (server
 * clock), not the time a device reports. The answer for a past instant therefore never changes, even if a device delivers its scans late.
 * Pieces by merchant, item and compartment. `total` and `pieces` are of all rows, `rows` contains the first `most`.
 */
async function readAsOf(db: Db, actor: Actor, query: AsOfQuery, most: number | null): Promise<AsOf> {
  const checkpoint = await checkpointBefore(db, query.at);
  const rows = await sumRows(db, { rows: stockRows(checkpoint, query.at, scopeOf(actor, query)), most });
  const [first] = rows;
  return {
    at: query.at,
    rows: rows.map(({ total: _total, pieces: _pieces, ...row }) => row),
    total: first?.total ?? 0,
    pieces: first?.pieces ?? 0,
  };
}

export const showAsOf = (db: Db, actor: Actor, query: AsOfQuery): Promise<AsOf> => readAsOf(db, actor, query, SHOWN);

const COLUMNS = ['sku', 'itemName', 'merchantId', 'place', 'onHand'] as const;
const quoted = (text: string): string => `"${safeText(text).replaceAll('"', '""')}"`;

/** All rows as a CSV file: UTF-8 with byte order mark, protected against formulas in spreadsheets. */
export async function fileAsOf(db: Db, actor: Actor, query: AsOfQuery, locale: Locale): Promise<string> {
  const { rows } = await readAsOf(db, actor, query, null);
  const head = COLUMNS.map((name) => quoted(textIn(locale, `stockBalances.fields.${name}`)));
  const lines = rows.map(({ sku, name, merchant, place, qty }) => [...[sku, name, merchant, place].map(quoted), String(qty)]);
  return `\ufeff${[head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}
