import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/client.ts';
import { orNull, statement } from '../core/db/statement.ts';
import { items } from '../modules/catalog/items/table.ts';
import { files } from '../modules/settings/files/table.ts';
import { storeFile } from '../modules/settings/index.ts';
import { drawingOf } from './drawings.ts';

const findBare = statement(
  { id: items.id, sku: items.sku, merchantId: orNull(items.merchantId) },
  () => sql`select id, sku, merchant_id from items where image is null and deleted_at is null order by sort_at`,
);

export type Drawn = ReadonlyMap<string, Promise<Buffer>>;

const draw = (sku: string): Promise<Buffer> =>
  sharp(Buffer.from(drawingOf(sku)))
    .png()
    .toBuffer();

/** Draws the pictures of items by SKU, on other threads. */
export const drawPictures = (skus: Iterable<string>): Drawn => new Map(Array.from(skus, (sku) => [sku, draw(sku)]));

/** Gives each item of the sample a picture, so that lists, pickers and pages show goods. `drawn`: those that were drawn before. */
export async function loadPictures(config: Config, db: Db, drawn: Drawn): Promise<void> {
  const stored = await Promise.all(
    (await findBare(db)).map(async ({ id, sku, merchantId }) => {
      const bytes = await (drawn.get(sku) ?? draw(sku));
      return { id, merchantId, file: await storeFile(config, { bytes, name: `${sku}.png`, visibility: 'image' }) };
    }),
  );
  if (stored.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.insert(files).values(stored.map(({ file, merchantId }) => ({ ...file, visibility: 'image' as const, merchantId })));
    const pictures = stored.map(({ id, file }) => ({ id, image: file.id.replaceAll('-', '') }));
    await tx.execute(
      sql`update items set image = p.image from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as p(id uuid, image text) where items.id = p.id`,
    );
  });
}
