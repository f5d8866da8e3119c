import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { cell, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { files } from '../../settings/files/table.ts';
import { filePath } from '../../settings/index.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import type { Build } from './builder.ts';

type Foreign = { type: 'pdf' | 'png' | 'zpl'; base64: string };

/** Maximum size of one carrier label. Real labels have tens of kilobytes. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Maximum size of one answer, because the browser holds all labels in memory. */
const MAX_TOTAL = 24 * 1024 * 1024;
/** Setting: print the labels of the simulated carrier as sold, to test ZPL printers. */
const SIMULATED = 'labels.simulatedAsSold';

/** Pictures are stored as WebP and converted to PNG without transparency for printing. */
async function content(name: string, mime: string, bytes: Buffer): Promise<Foreign> {
  if (mime === 'application/pdf') return { type: 'pdf', base64: bytes.toString('base64') };
  if (mime.startsWith('image/')) {
    const png = await sharp(bytes).flatten({ background: '#ffffff' }).removeAlpha().png().toBuffer();
    return { type: 'png', base64: png.toString('base64') };
  }
  if (/\.zpl$/i.test(name) || bytes.includes('^XA')) return { type: 'zpl', base64: bytes.toString('base64') };
  throw new DomainError('FileUnreadable', name);
}

const findFiles = statement(
  { id: files.id, name: files.name, mime: files.mime, size: files.size, simulated: cell.boolean },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select f.id, f.name, f.mime, f.size, coalesce((select value from settings where key = ${SIMULATED} and deleted_at is null limit 1) = 'true'::jsonb, false) as simulated
      from files f where f.id = any(${uuids(ids)}) and f.deleted_at is null`,
);
type Labelled = Pick<typeof parcels.$inferSelect, 'id' | 'no' | 'labelState' | 'labelFile'> & { api: string | null };
type Kept = Labelled & { labelFile: string };
const isKept = (parcel: Labelled): parcel is Kept => ['bought', 'foreign'].includes(parcel.labelState) && !!parcel.labelFile;

/**
 * The carriers' own labels by parcel, as received: purchased ones and those provided by merchants. Labels of the simulated carrier are only
 * included if `labels.simulatedAsSold` is set.
 * @throws DomainError UploadTooLarge; InvalidInput (`ids`, too many at once); NotFound for a missing file; FileUnreadable
 */
export async function foreignLabels({ tx, config }: Build, labelled: readonly Labelled[]): Promise<Map<string, Foreign>> {
  const kept = labelled.filter(isKept);
  const found = await findFiles(tx, { ids: kept.map(({ labelFile }) => labelFile) });
  const byId = new Map(found.map((file) => [file.id.replaceAll('-', ''), file]));
  const simulated = found[0]?.simulated === true;
  const asSold = kept.filter(({ labelState, api }) => labelState === 'foreign' || api !== 'simulated' || simulated);
  const sizes = asSold.map(({ labelFile }) => byId.get(labelFile)?.size ?? 0);
  if (sizes.some((size) => size > MAX_BYTES)) throw new DomainError('UploadTooLarge', { size: MAX_BYTES / 1024 / 1024 });
  let total = 0;
  const fitting = sizes.findIndex((size) => (total += size) > MAX_TOTAL);
  if (fitting >= 0) throw invalid([{ path: 'ids', rule: 'tooMany', params: { max: fitting } }]);
  const labels = new Map<string, Foreign>();
  for (const { id, no, labelFile: fileId } of asSold) {
    const file = byId.get(fileId);
    const bytes = file && (await readFile(filePath(config, fileId)).catch(() => null));
    // A missing label is not replaced by one of our layouts: the carrier would not accept it.
    if (!file || !bytes) throw new DomainError('NotFound', no);
    labels.set(id, await content(file.name, file.mime, bytes));
  }
  return labels;
}
