import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { withoutHidden } from '#contract/core/fields';
import type { VISIBILITIES } from '#contract/settings/files';
import type { Config } from '../../../core/config.ts';
import { DomainError } from '../../../core/http/errors.ts';

type Visibility = (typeof VISIBILITIES)[number];

const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
const DOCUMENTS = [
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];
const ALLOWED: Record<Visibility, readonly string[]> = {
  avatar: IMAGES,
  image: IMAGES,
  intern: [...IMAGES, ...DOCUMENTS, 'text/csv', 'text/plain'],
};
const AVATAR_PIXELS = 256;
const IMAGE_PIXELS = 2400;

/** Path of a file on disk. It depends on the id only, so no name given by a client is used as a path. */
export const filePath = (config: Config, id: string): string => join(config.KONTOR_DATA, 'files', id.slice(0, 2), id);

/**
 * Detects the MIME type from the bytes; name and claimed type are ignored. Text has no magic bytes: it must be valid UTF-8 without control
 * characters.
 */
async function typeOf(bytes: Buffer, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  if (found) return found.mime;
  const text = (() => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  })();
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  if (text === null || /[\u0000-\u0008\u000e-\u001f]/.test(text) || /^\s*<(\?xml|!doctype|html|svg|script)/i.test(text))
    throw new DomainError('UploadTypeRefused');
  return /\.(csv|tsv)$/i.test(name) ? 'text/csv' : 'text/plain';
}

/** Re-encodes pictures from their pixels. This removes hidden content; oversized pictures are refused by their dimensions. */
async function redrawn(bytes: Buffer, visibility: Visibility): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error' }).rotate();
    const side = visibility === 'avatar' ? AVATAR_PIXELS : IMAGE_PIXELS;
    return await image
      .resize(side, side, visibility === 'avatar' ? { fit: 'cover' } : { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer();
  } catch {
    throw new DomainError('UploadTypeRefused');
  }
}

export type StoredFile = { id: string; name: string; mime: string; size: number; checksum: string };
/** A checked file that is not stored yet. */
export type PreparedFile = StoredFile & { bytes: Buffer };
type Input = { bytes: Buffer; name: string; visibility: Visibility };

const plainName = (name: string): string =>
  withoutHidden(name.replace(/^.*[\\/]/s, ''))
    .replace(/\s+/g, ' ')
    .slice(-200)
    .trim() || 'file';

export const checksumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** @throws DomainError UploadTypeRefused */
export async function prepareFile(input: Input): Promise<PreparedFile> {
  const claimed = await typeOf(input.bytes, input.name);
  if (!ALLOWED[input.visibility].includes(claimed)) throw new DomainError('UploadTypeRefused', claimed);
  const isImage = IMAGES.includes(claimed);
  const bytes = isImage ? await redrawn(input.bytes, input.visibility) : input.bytes;
  const mime = isImage ? 'image/webp' : claimed;
  return { id: randomUUID(), name: plainName(input.name), mime, size: bytes.length, checksum: checksumOf(bytes), bytes };
}

/** The file is written to disk before this returns. */
export async function keepFile(config: Config, { bytes, ...file }: PreparedFile): Promise<StoredFile> {
  const path = filePath(config, file.id.replaceAll('-', ''));
  const write = (): Promise<void> => writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true });
  try {
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      // The first file of its folder.
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await write();
    });
    await rename(`${path}.part`, path);
  } catch (error) {
    // Removes the partial file, which would keep a full disk full.
    await rm(`${path}.part`, { force: true });
    throw error;
  }
  return file;
}

/** @throws DomainError UploadTypeRefused */
export const storeFile = async (config: Config, input: Input): Promise<StoredFile> => keepFile(config, await prepareFile(input));

/** Stores a file that the server made itself, such as the XML of an e-invoice: its type is known, and people may not upload it. */
export const storeMade = async (config: Config, made: { bytes: Buffer; name: string; mime: string }): Promise<StoredFile> =>
  keepFile(config, { id: randomUUID(), ...made, size: made.bytes.length, checksum: checksumOf(made.bytes) });
