import { sql } from 'drizzle-orm';
import type { items as area } from '#contract/catalog/items';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import type { AreaRow } from '../../../core/http/area.ts';
import { invalid } from '../../../core/http/errors.ts';
import { itemAliases } from '../item-aliases/table.ts';

/** GTIN-8, -12, -13 and -14 by their length (GS1 General Specifications, section 7.9). */
const kindOf = (code: string): string => (/^\d{12}$/.test(code) ? 'upc' : /^(\d{8}|\d{13}|\d{14})$/.test(code) ? 'ean' : 'other');

const findAlias = statement(
  { itemId: itemAliases.itemId },
  ({ code, merchantId }: { code: string; merchantId: string | null }) =>
    sql`select item_id from item_aliases where code = ${code} and merchant_id is not distinct from ${merchantId}::uuid and deleted_at is null`,
);

const insertAlias = command(
  ({ code, kind, id, merchantId }: { code: string; kind: string; id: string; merchantId: string | null }) =>
    sql`insert into item_aliases (code, kind, item_id, merchant_id, pieces) values (${code}, ${kind}, ${id}::uuid, ${merchantId}::uuid, 1)`,
);
const deleteAliases = command(({ id }: { id: string }) => sql`delete from item_aliases where item_id = ${id}::uuid`);

/**
 * Stores the item's barcode as an alias, so that one lookup finds every code.
 * @throws DomainError InvalidInput if the code already names another item of the merchant
 */
export async function keepBarcodeAlias(tx: Db, { id, barcode: code, merchantId }: AreaRow<typeof area>): Promise<void> {
  if (code === '') return;
  const known = await findAlias.first(tx, { code, merchantId });
  if (known && known.itemId !== id) throw invalid([{ path: 'barcode', rule: 'duplicate' }]);
  if (!known) await insertAlias(tx, { code, kind: kindOf(code), id, merchantId });
}

/** Deletes the aliases of a deleted item. */
export const dropAliases = (tx: Db, id: string): Promise<void> => deleteAliases(tx, { id });
