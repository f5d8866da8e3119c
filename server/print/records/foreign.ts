import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { filePath } from '../../areas/files/store.ts';
import { uuids } from '../../db/uuids.ts';
import type { Values } from '../../http/area.ts';
import { DomainError, invalid } from '../../http/errors.ts';
import { all, type Build } from './builder.ts';

type Foreign = { type: 'pdf' | 'png' | 'zpl'; base64: string };

/** One label of a carrier has tens of kilobytes; what is past this is no label. */
const MAX_BYTES = 2 * 1024 * 1024;
/** All of one answer: a browser holds them at once. */
const MAX_TOTAL = 24 * 1024 * 1024;
/** A setting of the office: print what the simulated carrier sells, as a test of printers that speak ZPL. */
const SIMULATED = 'labels.simulatedAsSold';

/** Pictures are kept as WebP; paper takes PNG without transparency. */
async function content(name: string, mime: string, bytes: Buffer): Promise<Foreign> {
  if (mime === 'application/pdf') return { type: 'pdf', base64: bytes.toString('base64') };
  if (mime.startsWith('image/')) {
    const png = await sharp(bytes).flatten({ background: '#ffffff' }).removeAlpha().png().toBuffer();
    return { type: 'png', base64: png.toString('base64') };
  }
  if (/\.zpl$/i.test(name) || bytes.includes('^XA')) return { type: 'zpl', base64: bytes.toString('base64') };
  throw new DomainError('FileUnreadable', name);
}

/**
 * The carriers' own labels of parcels, by parcel: bought ones and those that merchants brought, as they came. What the simulated carrier
 * sells counts only where the office set `labels.simulatedAsSold`.
 * @throws DomainError UploadTooLarge, InvalidInput (`ids`, too many at once), NotFound for a file that is gone, FileUnreadable
 */
export async function foreignLabels({ tx, config }: Build, parcels: readonly Values[]): Promise<Map<string, Foreign>> {
  const kept = parcels.filter((parcel) => ['bought', 'foreign'].includes(parcel['labelState'] as string) && parcel['labelFile']);
  const files = await all(
    tx,
    sql`select f.id, f.name, f.mime, f.size, coalesce((select value from settings where key = ${SIMULATED} and deleted_at is null limit 1) = 'true'::jsonb, false) as simulated
      from files f where f.id = any(${uuids(kept.map((parcel) => parcel['labelFile'] as string))}) and f.deleted_at is null`,
  );
  const byId = new Map(files.map((file) => [(file['id'] as string).replaceAll('-', ''), file]));
  const simulated = files[0]?.['simulated'] === true;
  const asSold = kept.filter((parcel) => parcel['labelState'] === 'foreign' || parcel['api'] !== 'simulated' || simulated);
  const sizes = asSold.map((parcel) => Number(byId.get(parcel['labelFile'] as string)?.['size'] ?? 0));
  if (sizes.some((size) => size > MAX_BYTES)) throw new DomainError('UploadTooLarge', { size: MAX_BYTES / 1024 / 1024 });
  let total = 0;
  const fitting = sizes.findIndex((size) => (total += size) > MAX_TOTAL);
  if (fitting >= 0) throw invalid([{ path: 'ids', rule: 'tooMany', params: { max: fitting } }]);
  const labels = new Map<string, Foreign>();
  for (const parcel of asSold) {
    const fileId = parcel['labelFile'] as string;
    const file = byId.get(fileId);
    const bytes = file && (await readFile(filePath(config, fileId)).catch(() => null));
    // Our own drawing in place of a label that is lost would be another label: the parcel would be refused at the dock.
    if (!file || !bytes) throw new DomainError('NotFound', parcel['no']);
    labels.set(parcel['id'] as string, await content(file['name'] as string, file['mime'] as string, bytes));
  }
  return labels;
}
