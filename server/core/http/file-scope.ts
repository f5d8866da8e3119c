import { getTableName, type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import type { FieldError } from '#contract/core/envelope';
import { isFileId } from '#contract/core/fields';
import type { Db } from '../db/client.ts';
import { type Actor, isOutside } from './actor.ts';
import type { Areas, ServerArea, Values } from './area.ts';
import { and, scopeSql } from './list.ts';
import { rowsOf, selectRows } from './select.ts';

/** The area whose rows a FileId names, and the view of who names them (derive.ts): area, row_id, file. */
export const FILES = 'files';
export const FILE_USES = 'file_uses';

/** Fields of an area that hold the id of an uploaded file. */
export const fileFields = ({ area }: ServerArea): string[] =>
  Object.entries(area.row.shape).flatMap(([key, schema]) => (isFileId(schema) ? [key] : []));

/** Areas whose rows own files. */
export const fileOwners = (areas: Areas): ServerArea[] =>
  [...areas.values()].filter((entry) => fileFields(entry).length > 0 || entry.fileUses !== undefined);

/** A file id as fields hold it, of a row of files under the alias `t`. */
export const FILE_ID = sql`replace(t.id::text, '-', '')`;
export const uuidOfFile = (file: string): string =>
  `${file.slice(0, 8)}-${file.slice(8, 12)}-${file.slice(12, 16)}-${file.slice(16, 20)}-${file.slice(20)}`;

const uses = (where: SQL): SQL => sql`select from ${sql.identifier(FILE_USES)} u where u.file = ${FILE_ID} and ${where}`;

/** The row of this area names the file and is one of those the actor may read. */
function ownedBy(areas: Areas, entry: ServerArea, actor: Actor): SQL {
  const scope = scopeSql(areas, entry, actor);
  const named = sql`u.area = ${entry.area.name}`;
  if (scope === null) return sql`exists (${uses(named)})`;
  // The scope speaks of its row as `t`, which is the file outside of it.
  const readable = sql`exists (select from (select t.id from ${sql.identifier(getTableName(entry.table))} t where ${scope}) o where o.id = u.row_id)`;
  return sql`exists (${uses(and([named, readable]))})`;
}

/**
 * A file is readable by whoever may read a record that names it: the read privilege of its area, and the row in scope. A file that no record
 * names is its uploader's, and of an outside user the colleagues' at the same merchant or carrier. Two exceptions: an administrator reads
 * every file, so that what nobody names can be removed; avatars are shown to colleagues and to their owner.
 */
export function fileScopeSql(actor: Actor, areas: Areas): SQL | null {
  if (actor.isAdmin && !isOutside(actor)) return null;
  const readable = fileOwners(areas).filter(({ area }) => allows(actor.privileges, `${area.name}.read`));
  const uploader = sql`t.created_by = ${actor.userId}::uuid`;
  const party = actor.merchantId === null ? sql`t.carrier_id = ${actor.carrierId}::uuid` : sql`t.merchant_id = ${actor.merchantId}::uuid`;
  const own = sql`((${isOutside(actor) ? sql`${uploader} or ${party}` : uploader}) and not exists (${uses(sql`true`)}))`;
  const avatar = isOutside(actor)
    ? sql`exists (${uses(sql`u.area = 'users' and u.row_id in (${actor.userId}::uuid, ${actor.actingId}::uuid)`)})`
    : sql`t.visibility = 'avatar'`;
  return sql`(${sql.join([own, avatar, ...readable.map((entry) => ownedBy(areas, entry, actor))], sql` or `)})`;
}

/** The file, where this actor may read it. Also the condition for naming it in a record: nobody makes a foreign file readable that way. */
export async function findFile(tx: Db, areas: Areas, actor: Actor, file: string): Promise<Values | null> {
  const entry = areas.get(FILES);
  if (!entry || !/^[0-9a-f]{32}$/.test(file)) return null;
  const [row] = await selectRows(tx, areas, entry, actor, [uuidOfFile(file)], { trash: false });
  return row ?? null;
}

/** Files that a write names newly: each must be one that the actor may read. */
export async function fileErrors(
  tx: Db,
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  values: Values,
  current: Values | null,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const key of fileFields(entry)) {
    const file = values[key];
    if (typeof file !== 'string' || file === '' || file === current?.[key]) continue;
    if (!(await findFile(tx, areas, actor, file))) errors.push({ path: key, rule: 'reference' });
  }
  return errors;
}

/** The area whose record names this file, of whoever's; null where none does. */
export async function fileUser(tx: Db, id: string): Promise<string | null> {
  const [row] = rowsOf(
    await tx.execute(sql`select u.area from ${sql.identifier(FILE_USES)} u where u.file = replace(${id}::uuid::text, '-', '') limit 1`),
  );
  return row ? String(row['area']) : null;
}
