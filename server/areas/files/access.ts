import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../http/actor.ts';
import type { ServerArea } from '../../http/area.ts';
import { DomainError } from '../../http/errors.ts';
import { findFile } from '../../http/file-scope.ts';
import { asActor } from '../../http/write.ts';
import { filePath } from './store.ts';

type Readable = { name: string; mime: string; path: string };
type Place = { config: Config; db: Db; areas: ReadonlyMap<string, ServerArea> };

/** Where the file behind a file id lies, if this actor may read it. @throws DomainError NotFound */
export async function readableFile({ config, db, areas }: Place, actor: Actor, fileId: string): Promise<Readable> {
  if (!/^[0-9a-f]{32}$/.test(fileId)) throw new DomainError('NotFound');
  const row = await asActor(db, actor, `file:${fileId}`, (tx) => findFile(tx, areas, actor, fileId));
  if (!row) throw new DomainError('NotFound');
  return { name: String(row['name']), mime: String(row['mime']), path: filePath(config, fileId) };
}
