import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Values } from '../../http/area.ts';
import { invalid } from '../../http/errors.ts';
import { rowsOf } from '../../http/select.ts';

/** GTIN-8, -12, -13 and -14 by their length (GS1 General Specifications, section 7.9). */
const kindOf = (code: string): string => (/^\d{12}$/.test(code) ? 'upc' : /^(\d{8}|\d{13}|\d{14})$/.test(code) ? 'ean' : 'other');

/**
 * The code on the piece is an alias too, so that one look-up finds every code.
 * @throws DomainError InvalidInput when the code already names another item of the merchant
 */
export async function keepBarcodeAlias(tx: Db, row: Values): Promise<void> {
  const code = row['barcode'] as string;
  if (code === '') return;
  const merchant = row['merchantId'] as string | null;
  const [known] = rowsOf(
    await tx.execute(
      sql`select item_id from item_aliases where code = ${code} and merchant_id is not distinct from ${merchant}::uuid and deleted_at is null`,
    ),
  );
  if (known && known['item_id'] !== row['id']) throw invalid([{ path: 'barcode', rule: 'duplicate' }]);
  if (!known)
    await tx.execute(
      sql`insert into item_aliases (code, kind, item_id, merchant_id, pieces) values (${code}, ${kindOf(code)}, ${row['id'] as string}::uuid, ${merchant}::uuid, 1)`,
    );
}

/** Aliases go with their item: they name nothing without it. */
export const dropAliases = async (tx: Db, id: string): Promise<void> => {
  await tx.execute(sql`delete from item_aliases where item_id = ${id}::uuid`);
};
