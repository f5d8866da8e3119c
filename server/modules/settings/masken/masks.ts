import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { forOutsiders } from '#contract/core/audience';
import { type FieldSpec, Mask, type Option } from '#contract/core/mask';
import { maskFaults } from '#contract/core/mask-faults';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import type { Layout } from '#contract/printing/layout';
import { PrintMask } from '#contract/printing/mask';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { textArray } from '../../../core/db/text-array.ts';
import { type Actor, isStaff } from '../../../core/http/actor.ts';
import type { Areas } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { faultsOfLayout, PRINT_MASKS } from '../../printing/index.ts';
import { maskVersions } from './table.ts';

export type Scope = { role: string; merchantId: string | null };

/** What `/maske/edit` can edit: a screen, or the layout of a document. */
export const AnyMask = z.union([Mask, PrintMask]);
export type AnyMask = z.infer<typeof AnyMask>;
export const isLayout = (mask: AnyMask): mask is PrintMask => 'layout' in mask;

/** The mask with the titles of all screens as options of fields that hold the key of one. */
function withMaskNames(mask: Mask, options: readonly Option[]): Mask {
  const named = Object.entries(mask.fields).map(([name, spec]): [string, FieldSpec] =>
    spec.kind === 'choice' && spec.masks ? [name, { ...spec, options: [...options] }] : [name, spec],
  );
  return { ...mask, fields: Object.fromEntries(named) };
}

/** Declared masks never change while the server runs, and every call of a screen asks for them. */
const cache = new WeakMap<Areas, readonly AnyMask[]>();

export function builtInMasks(areas: Areas): readonly AnyMask[] {
  const known = cache.get(areas);
  if (known) return known;
  const screens = [...areas.values()].flatMap((entry) => entry.masks);
  const options = screens.map(({ key, title }): Option => ({ value: key, label: title }));
  const masks = [...screens.map((mask) => withMaskNames(mask, options)), ...PRINT_MASKS];
  cache.set(areas, masks);
  return masks;
}

/** @throws DomainError NotFound */
export function builtIn(areas: Areas, key: string): AnyMask {
  const mask = builtInMasks(areas).find((candidate) => candidate.key === key);
  if (!mask) throw new DomainError('NotFound', key);
  return mask;
}

/** The area whose readers may see the mask; null for a document without rows, which every signed-in user may see. */
export const areaOf = (mask: AnyMask): string | null => (isLayout(mask) ? DOCUMENTS[mask.document].of : mask.area);

/** The reader for whom a mask is selected. Documents are selected by recipient, without roles. */
type Reader = Pick<Actor, 'roles' | 'merchantId'>;

export type Fault = { path: string; rule: string; value: string };

/** Faults of a definition, each with its path. Fields must belong to the area: a mask only shows existing fields and grants nothing. */
export function faultsOf(areas: Areas, key: string, definition: unknown): Fault[] {
  const original = builtIn(areas, key);
  if (isLayout(original)) return faultsOfLayout(original, definition);
  const parsed = Mask.safeParse(definition);
  if (!parsed.success) return parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), rule: 'shape', value: issue.message }));
  const mask = parsed.data;
  const shape = areas.get(original.area)?.area.row.shape ?? {};
  const faults: Fault[] = maskFaults(mask);
  if (mask.key !== key) faults.push({ path: 'key', rule: 'shape', value: mask.key });
  if (mask.area !== original.area) faults.push({ path: 'area', rule: 'shape', value: mask.area });
  for (const name of Object.keys(mask.fields))
    if (!Object.hasOwn(shape, name)) faults.push({ path: `fields.${name}`, rule: 'unknownField', value: name });
  for (const [i, action] of (mask.actions ?? []).entries()) {
    // Calls must be those declared by the area. An edited mask may remove or rename an action, but not change its call.
    const known = original.actions?.some((one) => one.key === action.key && JSON.stringify(one.call) === JSON.stringify(action.call));
    if (action.call && !known) faults.push({ path: `actions.${i}.call`, rule: 'shape', value: action.key });
  }
  return faults;
}

const findLive = statement(
  { key: maskVersions.key, definition: maskVersions.definition },
  ({
    keys,
    roles,
    merchantId,
  }: {
    keys: readonly string[];
    roles: readonly string[];
    merchantId: string | null;
  }) => sql`select key, definition from mask_versions where key = any(${textArray(keys)}) and state = 'live' and (role = '' or role = any(${textArray(roles)}))
      and (merchant_id is null or merchant_id = ${merchantId}::uuid) order by merchant_id is null, role = '', version desc`,
  [{ keys: [''], roles: [''], merchantId: null }],
);

/**
 * The masks for this actor. A version for the merchant comes before one for the role, the general one and the built-in one. A stored
 * version that is no longer valid is skipped.
 */
export async function liveMasks(db: Db, areas: Areas, actor: Reader, keys: readonly string[]): Promise<AnyMask[]> {
  const wanted = new Set(keys);
  const originals = builtInMasks(areas).filter((mask) => wanted.has(mask.key));
  const found = await findLive(db, { keys: [...wanted], roles: actor.roles, merchantId: actor.merchantId });
  return originals.map((original) => {
    const sound = found.find(({ key, definition }) => key === original.key && faultsOf(areas, original.key, definition).length === 0);
    return sound ? (isLayout(original) ? PrintMask : Mask).parse(sound.definition) : original;
  });
}

/** One mask. @throws DomainError NotFound */
export async function liveMask(db: Db, areas: Areas, actor: Reader, key: string): Promise<AnyMask> {
  const [mask] = await liveMasks(db, areas, actor, [key]);
  if (!mask) throw new DomainError('NotFound', key);
  return mask;
}

/** The screen's mask without what outsiders may not see. */
export const seenBy = (mask: Mask, actor: Actor): Mask => (isStaff(actor) ? mask : forOutsiders(mask));

/** The screen's mask for this actor. @throws DomainError NotFound, also for the key of a layout */
export async function maskFor(db: Db, areas: Areas, actor: Actor, key: string): Promise<Mask> {
  const mask = await liveMask(db, areas, actor, key);
  if (isLayout(mask)) throw new DomainError('NotFound', key);
  return seenBy(mask, actor);
}

/** The document's layout for this actor. It is always printable, even if the published version is not. */
export async function layoutFor(db: Db, areas: Areas, actor: Reader, document: DocumentName): Promise<Layout> {
  const mask = await liveMask(db, areas, actor, DOCUMENTS[document].mask);
  if (!isLayout(mask)) throw new DomainError('NotFound', document);
  return mask.layout;
}

export const maskVersionsOf = (db: Db, key: string) =>
  db.select().from(maskVersions).where(eq(maskVersions.key, key)).orderBy(desc(maskVersions.version)).limit(200);

/** @throws DomainError MaskBroken with the place of each fault */
export async function saveDraft(
  db: Db,
  areas: Areas,
  input: { key: string; scope: Scope; definition: unknown; note: string; authorId: string },
): Promise<string> {
  const faults = faultsOf(areas, input.key, input.definition);
  if (faults.length > 0) throw new DomainError('MaskBroken', faults);
  const [made] = await db
    .insert(maskVersions)
    .values({
      key: input.key,
      version: sql`(select coalesce(max(version), 0) + 1 from mask_versions where key = ${input.key})`,
      state: 'draft',
      role: input.scope.role,
      merchantId: input.scope.merchantId,
      definition: input.definition,
      note: input.note,
      authorId: input.authorId,
    })
    .returning({ id: maskVersions.id });
  if (!made) throw new DomainError('InternalError');
  return made.id;
}

/** Makes a version the live one of its scope. A roll-back copies an older version as the newest. */
export async function publish(db: Db, areas: Areas, id: string): Promise<void> {
  const [version] = await db.select().from(maskVersions).where(eq(maskVersions.id, id)).for('update');
  if (!version) throw new DomainError('NotFound');
  const faults = faultsOf(areas, version.key, version.definition);
  if (faults.length > 0) throw new DomainError('MaskBroken', faults);
  const sameScope = and(
    eq(maskVersions.key, version.key),
    eq(maskVersions.role, version.role),
    sql`${maskVersions.merchantId} is not distinct from ${version.merchantId}`,
    eq(maskVersions.state, 'live'),
  );
  await db.update(maskVersions).set({ state: 'old' }).where(sameScope);
  await db.update(maskVersions).set({ state: 'live' }).where(eq(maskVersions.id, id));
}

/**
 * Takes the live version of a scope back, so that the screen is what it was before the first publication: the version of the wider scope,
 * else the built-in mask. @throws DomainError StateRefused if the version is not live
 */
export async function withdraw(db: Db, id: string): Promise<Pick<typeof maskVersions.$inferSelect, 'role' | 'merchantId'>> {
  const [taken] = await db
    .update(maskVersions)
    .set({ state: 'old' })
    .where(and(eq(maskVersions.id, id), eq(maskVersions.state, 'live')))
    .returning({ role: maskVersions.role, merchantId: maskVersions.merchantId });
  if (!taken) throw new DomainError('StateRefused');
  return taken;
}
