import { getTableName, type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import type { FieldError } from '#contract/core/envelope';
import { isFileId } from '#contract/core/fields';
import type { Db } from '../db/client.ts';
import { type Actor, isOutside } from './actor.ts';
import type { Areas, ServerArea, Values } from './area.ts';
import { and, scopeSql } from './list.ts';
import { rowsOf, selectRows } from './select.ts';

/** The area of uploaded files, and the view of their references (derive.ts): area, row_id, file, internal. */
export const FILES = 'files';
export const FILE_USES = 'file_uses';

/** Fields of an area that contain the id of an uploaded file. The fields of a view belong to the area whose rows it has. */
export const fileFields = ({ area, view }: ServerArea): string[] =>
  Object.entries(view ? {} : area.row.shape).flatMap(([key, schema]) => (isFileId(schema) ? [key] : []));

/** Areas whose rows refer to files. */
export const fileOwners = (areas: Areas): ServerArea[] =>
  [...areas.values()].filter((entry) => fileFields(entry).length > 0 || entry.fileUses !== undefined);

/** The id of a file in the form used by fields, for a row of files with the alias `t`. */
export const FILE_ID = sql`replace(t.id::text, '-', '')`;
export const uuidOfFile = (file: string): string =>
  `${file.slice(0, 8)}-${file.slice(8, 12)}-${file.slice(12, 16)}-${file.slice(16, 20)}-${file.slice(20)}`;

const uses = (where: SQL): SQL => sql`select from ${sql.identifier(FILE_USES)} u where u.file = ${FILE_ID} and ${where}`;

/** A row of this area refers to the file and is readable for the actor. */
function ownedBy(areas: Areas, entry: ServerArea, actor: Actor): SQL {
  const scope = scopeSql(areas, entry, actor);
  const named = isOutside(actor) ? sql`u.area = ${entry.area.name} and not u.internal` : sql`u.area = ${entry.area.name}`;
  if (scope === null) return sql`exists (${uses(named)})`;
  // The scope uses the alias `t` for its row, which is the file in the outer query.
  const readable = sql`exists (select from (select t.id from ${sql.identifier(getTableName(entry.table))} t where ${scope}) o where o.id = u.row_id)`;
  return sql`exists (${uses(and([named, readable]))})`;
}

/**
 * A file is readable for everyone who may read a row that refers to it: read privilege of the area, and the row in scope. A file without
 * references is readable for its uploader, and for outside users also by colleagues of the same merchant or carrier. Two exceptions:
 * administrators read every file, so that unused ones can be removed; avatars are visible to colleagues and their owner.
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

/** Returns the file if this actor may read it. Required before a row may refer to it, so that nobody can make another's file readable. */
export async function findFile(tx: Db, areas: Areas, actor: Actor, file: string): Promise<Values | null> {
  const entry = areas.get(FILES);
  if (!entry || !/^[0-9a-f]{32}$/.test(file)) return null;
  const [row] = await selectRows(tx, areas, entry, actor, [uuidOfFile(file)], { trash: false });
  return row ?? null;
}

/** Checks newly referenced files: the actor must be allowed to read each of them. */
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

/** The area of a row that refers to this file, regardless of its owner; null if there is none. */
export async function fileUser(tx: Db, id: string): Promise<string | null> {
  const [row] = rowsOf(
    await tx.execute(sql`select u.area from ${sql.identifier(FILE_USES)} u where u.file = replace(${id}::uuid::text, '-', '') limit 1`),
  );
  return row ? String(row['area']) : null;
}
