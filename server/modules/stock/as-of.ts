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

/** More than anybody reads on a screen; `total` and `pieces` count all of it, and the file holds all of it. */
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
 * What lay where at an instant, summed from the checkpoint before it and the moves since. It goes by when a move was booked (our clock), not by when a device says that it
 * happened: the answer for a past instant is then the same whenever it is asked, also after a tablet has delivered the scans of its morning.
 * Pieces by merchant, item and compartment; `total` rows and `pieces` are of everything, `rows` of the first `most`.
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

/** All of it as a file: comma separated, UTF-8 with the mark that spreadsheet programs want, safe to open in one. */
export async function fileAsOf(db: Db, actor: Actor, query: AsOfQuery, locale: Locale): Promise<string> {
  const { rows } = await readAsOf(db, actor, query, null);
  const head = COLUMNS.map((name) => quoted(textIn(locale, `stockBalances.fields.${name}`)));
  const lines = rows.map(({ sku, name, merchant, place, qty }) => [...[sku, name, merchant, place].map(quoted), String(qty)]);
  return `\ufeff${[head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}
