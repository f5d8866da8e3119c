import { sql } from 'drizzle-orm';
import { isGtin } from '#contract/core/barcode/check-digits';
import { fitsCode128 } from '#print/codes/code128';
import { cell, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { items } from '../../catalog/items/table.ts';
import { serials } from '../../catalog/serials/table.ts';
import { merchants } from '../../parties/merchants/table.ts';
import type { Builder } from './builder.ts';

/** Symbology of a code: GTINs as EAN or UPC, other codes as Code 128 if their characters fit, else as Data Matrix. */
function codeTypeOf(code: string): 'code128' | 'ean13' | 'ean8' | 'upca' | 'datamatrix' {
  if (isGtin(code)) {
    if (code.length === 13) return 'ean13';
    if (code.length === 8) return 'ean8';
    if (code.length === 12) return 'upca';
  }
  return fitsCode128(code) ? 'code128' : 'datamatrix';
}

const findItems = statement(
  { id: items.id, sku: items.sku, name: items.name, merchant: cell.text, code: cell.text },
  ({
    ids,
    merchantId,
  }: {
    ids: readonly string[];
    merchantId: string | null;
  }) => sql`select i.id, i.sku, i.name, coalesce(m.name, '') as merchant, coalesce(nullif(i.barcode, ''), a.code, i.sku) as code
        from items i left join merchants m on m.id = i.merchant_id
        left join lateral (select code from item_aliases a where a.item_id = i.id and a.pieces = 1 and a.deleted_at is null
          and (a.merchant_id is null or ${merchantId}::uuid is null or a.merchant_id = ${merchantId}::uuid)
          order by a.kind = 'ean' desc, a.sort_at limit 1) a on true
        where i.id = any(${uuids(ids)})`,
);
const findSerials = statement(
  { id: serials.id, serial: serials.serial, sku: items.sku, name: items.name, merchant: merchants.name },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select s.id, s.serial, i.sku, i.name, m.name as merchant from serials s join items i on i.id = s.item_id join merchants m on m.id = s.merchant_id
        where s.id = any(${uuids(ids)})`,
);

export const itemLabel: Builder = async ({ tx, ids, actor, options }) =>
  new Map(
    (await findItems(tx, { ids, merchantId: actor.merchantId })).map((row) => [
      row.id,
      { ...row, codeType: codeTypeOf(row.code), lot: options.lot, expiry: options.expiry ?? '' },
    ]),
  );

export const serialLabel: Builder = async ({ tx, ids }) => new Map((await findSerials(tx, { ids })).map((row) => [row.id, row]));
