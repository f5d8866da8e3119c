import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { type Actor, isStaff } from '../../http/actor.ts';
import { DomainError } from '../../http/errors.ts';
import { filePath } from './store.ts';
import { files } from './table.ts';

/** The file behind a file id, if this actor may read it: avatars everybody, house pictures everybody, the rest staff, its own merchant and its own carrier. @throws DomainError NotFound */
export async function readableFile(
  config: Config,
  db: Db,
  actor: Actor,
  fileId: string,
): Promise<{ name: string; mime: string; path: string }> {
  if (!/^[0-9a-f]{32}$/.test(fileId)) throw new DomainError('NotFound');
  const id = `${fileId.slice(0, 8)}-${fileId.slice(8, 12)}-${fileId.slice(12, 16)}-${fileId.slice(16, 20)}-${fileId.slice(20)}`;
  const [row] = await db.select().from(files).where(eq(files.id, id));
  if (!row || row.deletedAt !== null) throw new DomainError('NotFound');
  const own =
    row.createdBy === actor.userId ||
    (actor.merchantId !== null && row.merchantId === actor.merchantId) ||
    (actor.carrierId !== null && row.carrierId === actor.carrierId);
  const open = row.visibility === 'avatar' || (row.visibility === 'image' && row.merchantId === null);
  if (!own && !open && !(isStaff(actor) && actor.merchantId === null)) throw new DomainError('NotFound');
  return { name: row.name, mime: row.mime, path: filePath(config, fileId) };
}
