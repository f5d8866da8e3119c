import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FileId, Id, Line } from '#contract/core/fields';
import { LOCALES } from '#contract/core/limits';
import type { FieldSpec, Mask } from '#contract/core/mask';
import { imports as area } from '#contract/transfer/imports';
import type { Db } from '../../../core/db/client.ts';
import { type Actor, isStaff, requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { headOf } from '../../../core/http/cells.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { textIn } from '../../../core/http/texts.ts';
import { asHouse, becomeHouse, write } from '../../../core/http/write.ts';
import { readSheet, type Sheet } from '../../../core/spreadsheet/read-sheet.ts';
import { HEADINGS } from './headings.ts';
import { PRESETS } from './presets.ts';
import { type ImportRow, MODES, type Mode, revertImport, runImport, type StoredActor, sheetFor } from './run.ts';
import { imports } from './table.ts';

const tags = ['imports'];
const Mapping = z.record(z.string().max(200), z.string().max(80));
const Create = z.strictObject({ mask: Line(80, 1), fileId: FileId, mapping: Mapping.optional(), merchantId: Id.nullable().optional() });
const Change = z.strictObject({
  mapping: Mapping.optional(),
  preset: z.string().max(40).nullable().optional(),
  merchantId: Id.nullable().optional(),
});
/** `createMissing`: references that the file names and that do not exist are created. Without it their rows are refused. */
const Check = z.object({ createMissing: z.boolean().default(false) }).nullish();
const Run = z.strictObject({ mode: z.enum(['all', 'good']), createMissing: z.boolean().default(false) });
const Params = z.object({ id: Id });
const Answer = okSchema(area.row);
const SAMPLE_ROWS = 5;
const STARTABLE = ['uploaded', 'checked', 'failed'];

const stored = (actor: Actor): StoredActor => ({ ...actor, privileges: [...actor.privileges] });

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Proposes a mapping by column names: the name or a label of a field in any language. Columns of measures may end with a unit. */
function guess(mask: Mask, columns: string[]): Record<string, string> {
  const byName = new Map<string, { target: string; field: FieldSpec | undefined }>();
  const lines = Object.entries(mask.import?.lines ?? {}).map(([name, field]) => [`lines.${name}`, field] as const);
  for (const [target, field] of [...(mask.import?.fields ?? []).map((one) => [one, mask.fields[one]] as const), ...lines]) {
    for (const word of [target, ...(field ? LOCALES.map((locale) => textIn(locale, field.label)) : [])])
      byName.set(plain(word), { target, field });
  }
  // Labels of the mask come before usual headings. An address is named by its parts.
  const fields = new Map((mask.import?.fields ?? []).map((name) => [name, mask.fields[name]] as const));
  for (const [target, words] of Object.entries(HEADINGS)) {
    const [name = '', part] = target.split('.');
    const field = name === 'lines' ? mask.import?.lines?.[part ?? ''] : fields.get(name);
    if (!field || (part !== undefined && name !== 'lines' && field.kind !== 'address')) continue;
    for (const word of words) if (!byName.has(plain(word))) byName.set(plain(word), { target, field });
  }
  const targetOf = (column: string): string | undefined => {
    const whole = byName.get(plain(column));
    if (whole) return whole.target;
    const measures = [...byName].find(([name, { field }]) => {
      const head = field && headOf(column, field);
      return head && head.unit !== null && plain(head.name) === name;
    });
    return measures?.[1].target;
  };
  return Object.fromEntries(
    columns.flatMap((column) => {
      const target = targetOf(column);
      return target === undefined ? [] : [[column, target]];
    }),
  );
}

/** Valid targets: `sku`, `address.city`, or `lines.sku` if records have lines. */
const isTarget = ({ fields, import: spec }: Mask, target: string): boolean => {
  const [name = '', part = ''] = target.split('.');
  return name === 'lines' && spec?.lines ? Object.hasOwn(spec.lines, part) : Object.hasOwn(fields, name);
};

/** Imports: upload, map, dry run, run, revert. An import belongs to the user who started it. */
export function importRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas, jobs, maskFor, fileOf } = context;
  const config = { access: 'privilege:imports.create' } as const;
  jobs.define('import', async (data) =>
    runImport(context, String(data['id']), {
      mode: z.enum(MODES).parse(data['mode']),
      path: String(data['path']),
      createMissing: data['createMissing'] === true,
    }),
  );

  const rowFor = async (request: FastifyRequest): Promise<{ row: ImportRow; actor: Actor; mask: Mask }> => {
    const actor = actorOf(request);
    const { id } = request.params as { id: string };
    const [row] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.createdBy, actor.userId)));
    // An outside user who was moved to another merchant, or an admin acting as another user, must not continue this import.
    if (!row || (actor.merchantId !== null && row.merchantId !== actor.merchantId)) throw new DomainError('NotFound');
    return { row, actor, mask: await maskFor(actor, row.mask) };
  };
  const answer = (row: ImportRow) => ok({ ...row, merchantIdLabel: null } as unknown as z.infer<typeof area.row>);

  const layout = (
    row: { preset: string | null },
    sheet: Sheet,
    mask: Mask,
    given: Record<string, string> | undefined,
    remembered: Record<string, string> | undefined,
  ) => {
    const shaped = sheetFor(row, sheet);
    const preset = PRESETS.find((one) => one.name === row.preset);
    return {
      columns: shaped.columns,
      sample: shaped.rows.slice(0, SAMPLE_ROWS),
      total: shaped.rows.length,
      mapping: given ?? preset?.mapping ?? remembered ?? guess(mask, shaped.columns),
    };
  };

  app.post('/v0/imports', { config, schema: { tags, body: Create, response: { 200: Answer } } }, async (request) => {
    const actor = actorOf(request);
    const body = request.body as z.infer<typeof Create>;
    const mask = await maskFor(actor, body.mask);
    if (!mask.import) throw new DomainError('NotFound');
    requirePrivilege(actor, `${mask.area}.import`);
    const file = await fileOf(actor, body.fileId);
    const sheet = await readSheet(file.path);
    const fitting = PRESETS.filter((preset) => preset.masks.includes(mask.key) && preset.fits(sheet.columns)).map((preset) => preset.name);
    const preset = fitting[0] ?? null;
    const [last] = await db
      .select({ mapping: imports.mapping })
      .from(imports)
      .where(
        and(
          eq(imports.mask, mask.key),
          eq(imports.createdBy, actor.userId),
          sql`${imports.columns} = ${JSON.stringify(sheet.columns)}::jsonb`,
          sql`${imports.state} in ('done', 'checked')`,
        ),
      )
      .orderBy(desc(imports.sortAt))
      .limit(1);
    const shaped = layout({ preset }, sheet, mask, body.mapping, last?.mapping as Record<string, string> | undefined);
    const merchantId = actor.merchantId ?? body.merchantId ?? null;
    const make = async (tx: Db) => {
      const [row] = await tx
        .insert(imports)
        .values({
          mask: mask.key,
          fileId: body.fileId,
          fileName: file.name,
          preset,
          presets: fitting,
          merchantId,
          ...shaped,
          actor: stored(actor),
        })
        .returning();
      if (!row) throw new DomainError('InternalError');
      return answer(row);
    };
    return write(db, request, actor, make, { house: true });
  });

  app.put('/v0/imports/:id', { config, schema: { tags, params: Params, body: Change, response: { 200: Answer } } }, async (request) => {
    const { row, actor, mask } = await rowFor(request);
    const body = request.body as z.infer<typeof Change>;
    if (!STARTABLE.includes(row.state)) throw new DomainError('StateRefused', row.state);
    const preset = body.preset === undefined ? row.preset : body.preset;
    const target = Object.values(body.mapping ?? {}).find((field) => !isTarget(mask, field));
    if (target) throw invalid([{ path: target, rule: 'unknownField' }]);
    const sheet = await readSheet((await fileOf(actor, row.fileId)).path);
    const shaped = layout(
      { preset },
      sheet,
      mask,
      body.mapping ?? (preset === row.preset ? (row.mapping as Record<string, string>) : undefined),
      undefined,
    );
    const merchantId = actor.merchantId ?? (body.merchantId === undefined ? row.merchantId : body.merchantId);
    const [changed] = await asHouse(db, actor, request.id, (tx) =>
      tx
        .update(imports)
        .set({ ...shaped, preset, merchantId, state: 'uploaded', errors: [] })
        .where(eq(imports.id, row.id))
        .returning(),
    );
    if (!changed) throw new DomainError('NotFound');
    return answer(changed);
  });

  const start = async (request: FastifyRequest, mode: Mode, createMissing: boolean) => {
    const { row, actor, mask } = await rowFor(request);
    requirePrivilege(actor, `${mask.area}.import`);
    const merchant = areas.get(mask.area)?.area.merchant;
    if (merchant && merchant !== 'id' && row.merchantId === null && isStaff(actor) && !areas.get(mask.area)?.area.sharedWhenNull)
      throw invalid([{ path: merchant, rule: 'required' }]);
    const file = await fileOf(actor, row.fileId);
    const [claimed] = await db
      .update(imports)
      // Uses the current rights; rights at the time of the upload may have been revoked.
      .set({ state: mode === 'check' ? 'checking' : 'running', done: 0, errors: [], actor: stored(actor) })
      .where(
        and(
          eq(imports.id, row.id),
          sql`${imports.state} = any(array[${sql.join(
            STARTABLE.map((state) => sql`${state}`),
            sql`, `,
          )}]::text[])`,
        ),
      )
      .returning();
    if (!claimed) throw new DomainError('StateRefused', row.state);
    await jobs.send('import', { id: row.id, mode, path: file.path, createMissing });
    return answer(claimed);
  };
  app.post('/v0/imports/:id/check', { config, schema: { tags, params: Params, body: Check, response: { 200: Answer } } }, (request) =>
    start(request, 'check', (request.body as z.infer<typeof Check>)?.createMissing ?? false),
  );
  app.post('/v0/imports/:id/run', { config, schema: { tags, params: Params, body: Run, response: { 200: Answer } } }, (request) => {
    const { mode, createMissing } = request.body as z.infer<typeof Run>;
    return start(request, mode, createMissing);
  });

  app.post('/v0/imports/:id/revert', { config, schema: { tags, params: Params, response: { 200: Answer } } }, async (request) => {
    const { row, actor, mask } = await rowFor(request);
    requirePrivilege(actor, `${mask.area}.import`);
    return write(db, request, actor, async (tx) => {
      await becomeHouse(tx);
      const [claimed] = await tx
        .select()
        .from(imports)
        .where(and(eq(imports.id, row.id), eq(imports.state, 'done')))
        .for('update');
      if (!claimed) throw new DomainError('StateRefused', row.state);
      const errors = await revertImport(context, actor, claimed, tx);
      const [changed] = await tx.update(imports).set({ state: 'reverted', errors }).where(eq(imports.id, row.id)).returning();
      if (!changed) throw new DomainError('NotFound');
      return answer(changed);
    });
  });
}
