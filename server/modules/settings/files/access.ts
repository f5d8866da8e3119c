import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Areas } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { findFile } from '../../../core/http/file-scope.ts';
import { asActor } from '../../../core/http/write.ts';
import { filePath } from './store.ts';

type Readable = { name: string; mime: string; path: string };
type Place = { config: Config; db: Db; areas: Areas };

/** Path of a file, if this actor may read it. @throws DomainError NotFound */
export async function readableFile({ config, db, areas }: Place, actor: Actor, fileId: string): Promise<Readable> {
  if (!/^[0-9a-f]{32}$/.test(fileId)) throw new DomainError('NotFound');
  const row = await asActor(db, actor, `file:${fileId}`, (tx) => findFile(tx, areas, actor, fileId));
  if (!row) throw new DomainError('NotFound');
  return { name: String(row['name']), mime: String(row['mime']), path: filePath(config, fileId) };
}
