import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Action } from '#contract/core/area';
import { API, type Envelope } from '#contract/core/envelope';
import { Id } from '#contract/core/fields';
import { Related } from '#contract/core/related';
import { type Actor, isOutside, requirePrivilege } from './actor.ts';
import { allowListSerializer } from './allow-list.ts';
import { ok, okSchema } from './answers.ts';
import type { ServerArea, Values } from './area.ts';
import type { AppContext } from './context.ts';
import { DomainError, toDomainError } from './errors.ts';
import { readListQuery, references } from './list.ts';
import { readRelated } from './related.ts';
import { createRow, getRow, purgeRow, type RowContext, rowHistory, setDeleted, updateRow } from './rows.ts';
import { selectList, selectRows, selectTotals } from './select.ts';
import { actorOf, proven } from './session.ts';
import { asActor, write } from './write.ts';

const Params = z.object({ id: Id });
const Body = z.record(z.string(), z.unknown());
/** Lists to be counted, each as the parameters of a list call. */
const CountsQuery = z.object({
  list: z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string().max(4000)).min(1).max(20)),
});
const Count = z.object({ total: z.int(), totalExact: z.boolean() });
const BulkAction = z.enum(['delete', 'recover', 'purge']);
const Ids = z.array(Id).min(1).max(1000);

/** Parameters as the query string of a list call has them: a repeated one is an array. */
function paramsOf(encoded: string): Values {
  const params = new URLSearchParams(encoded);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => [key, params.getAll(key).length > 1 ? params.getAll(key) : params.get(key)]),
  );
}

/** The row as sent to clients: the fields of the contract plus the labels added by the server. */
export function answerRow(entry: ServerArea): z.ZodObject {
  const labels = references(entry).map(
    ({ key, many }) => (many ? [`${key}Labels`, z.array(z.string())] : [`${key}Label`, z.string().nullable()]) as [string, z.ZodType],
  );
  return z.object({ ...entry.area.row.shape, rowTitle: z.string(), ...Object.fromEntries(labels) });
}

/** The calls of every area: list, read, create, update, delete, recover, purge, bulk, history, related, totals. */
export function registerArea(app: FastifyInstance, context: AppContext, entry: ServerArea): void {
  const { db, areas } = context;
  const { name, without = [] } = entry.area;
  const base = `${API}/${name}`;
  const row = answerRow(entry);
  const tags = [name];
  const scopes: Partial<Record<Action, string>> = entry.scopes ?? {};
  const config = (action: Action) => ({
    access: `privilege:${name}.${action}` as const,
    ...(scopes[action] === undefined ? {} : { scope: scopes[action] }),
  });
  const serves = (action: Action): boolean => !without.includes(action);

  const readAs = <T>(request: FastifyRequest, actor: Actor, run: (c: RowContext) => Promise<T>): Promise<T> => {
    if (!isOutside(actor)) return run({ tx: db, areas, entry, actor });
    return asActor(db, actor, request.id, (tx) => run({ tx, areas, entry, actor }));
  };
  const read = <T>(request: FastifyRequest, run: (c: RowContext) => Promise<T>): Promise<T> => readAs(request, actorOf(request), run);
  const change = (request: FastifyRequest, run: (c: RowContext) => Promise<Values>): Promise<Envelope<unknown>> => {
    const actor = actorOf(request);
    return write(db, request, actor, async (tx) => ok(await run({ tx, areas, entry, actor })));
  };
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

  app.get(
    base,
    {
      config: { ...config('read'), proves: true },
      serializerCompiler: allowListSerializer,
      schema: {
        tags,
        querystring: Body,
        response: {
          200: okSchema(z.array(row)).extend({
            next: z.string().nullable(),
            total: z.int(),
            totalExact: z.boolean(),
            totalLater: z.boolean().optional(),
          }),
        },
      },
    },
    (request) =>
      proven(db, request, (caller, proof) =>
        readAs(request, caller, ({ tx, actor }) =>
          selectList(tx, areas, entry, actor, readListQuery(request.query as Values), proof ? { proof } : {}),
        ),
      ),
  );
  app.get(
    `${base}/totals`,
    { config: config('read'), schema: { tags, querystring: Body, response: { 200: okSchema(z.record(z.string(), z.number())) } } },
    (request) =>
      read(request, async ({ tx, actor }) => {
        const { fields, ...rest } = request.query as Values;
        return ok(
          await selectTotals(
            tx,
            areas,
            entry,
            actor,
            String(fields ?? '')
              .split(',')
              .filter(Boolean),
            readListQuery(rest),
          ),
        );
      }),
  );
  app.get(
    `${base}/counts`,
    { config: config('read'), schema: { tags, querystring: CountsQuery, response: { 200: okSchema(z.array(Count)) } } },
    (request) =>
      read(request, async ({ tx, actor }) => {
        const { list: lists } = request.query as z.infer<typeof CountsQuery>;
        const counts: z.infer<typeof Count>[] = [];
        for (const encoded of lists) {
          const query = { ...readListQuery(paramsOf(encoded)), totals: 'only' as const };
          const { total, totalExact } = await selectList(tx, areas, entry, actor, query);
          counts.push({ total, totalExact });
        }
        return ok(counts);
      }),
  );
  app.post(
    `${base}/many`,
    { config: config('read'), schema: { tags, body: z.strictObject({ ids: Ids }), response: { 200: okSchema(z.array(row)) } } },
    (request) =>
      read(request, async ({ tx, actor }) => ok(await selectRows(tx, areas, entry, actor, (request.body as { ids: string[] }).ids))),
  );
  app.get(`${base}/:id`, { config: config('read'), schema: { tags, params: Params, response: { 200: okSchema(row) } } }, (request) =>
    read(request, async (c) => ok(await getRow(c, idOf(request)))),
  );
  app.get(
    `${base}/:id/history`,
    { config: config('read'), schema: { tags, params: Params, response: { 200: okSchema(z.array(HistoryAnswer)) } } },
    (request) => {
      const actor = actorOf(request);
      return asActor(db, actor, request.id, async (tx) => ok(await rowHistory({ tx, areas, entry, actor }, idOf(request))));
    },
  );
  app.get(
    `${base}/:id/related`,
    { config: config('read'), schema: { tags, params: Params, response: { 200: okSchema(Related) } } },
    (request) => read(request, async (c) => ok(await readRelated(c, idOf(request)))),
  );

  if (serves('create'))
    app.post(base, { config: config('create'), schema: { tags, body: Body, response: { 200: okSchema(row) } } }, (request) =>
      change(request, (c) => createRow(c, request.body as Values)),
    );
  if (serves('update'))
    app.put(
      `${base}/:id`,
      { config: config('update'), schema: { tags, params: Params, body: Body, response: { 200: okSchema(row) } } },
      (request) => change(request, (c) => updateRow(c, idOf(request), request.body as Values)),
    );
  if (serves('delete'))
    app.delete(`${base}/:id`, { config: config('delete'), schema: { tags, params: Params, response: { 200: okSchema(row) } } }, (request) =>
      change(request, (c) => setDeleted(c, idOf(request), true)),
    );
  if (serves('recover'))
    app.put(
      `${base}/:id/recover`,
      { config: config('recover'), schema: { tags, params: Params, response: { 200: okSchema(row) } } },
      (request) => change(request, (c) => setDeleted(c, idOf(request), false)),
    );
  if (serves('purge'))
    app.delete(
      `${base}/:id/purge`,
      { config: config('purge'), schema: { tags, params: Params, response: { 200: okSchema(z.object({ id: Id })) } } },
      (request) => change(request, (c) => purgeRow(c, idOf(request))),
    );
  const served = BulkAction.options.filter(serves);
  if (served.length === 0) return;
  const Bulk = z.strictObject({ action: BulkAction, ids: Ids });
  app.post(
    `${base}/bulk`,
    {
      config: { access: 'session' },
      schema: { tags, body: Bulk, response: { 200: okSchema(z.array(z.object({ id: Id, code: z.string(), data: z.unknown() }))) } },
    },
    async (request) => {
      const { action, ids } = request.body as z.infer<typeof Bulk>;
      if (!served.includes(action)) throw new DomainError('NotAllowed', action);
      const actor = actorOf(request);
      requirePrivilege(actor, `${name}.${action}`);
      return write(db, request, actor, async (tx) => ok(await bulk({ tx, areas, entry, actor }, action, ids)));
    },
  );
}

const HistoryAnswer = z.object({
  at: z.string(),
  by: z.string().nullable(),
  byName: z.string().nullable(),
  action: z.string(),
  before: Body.nullable(),
  after: Body.nullable(),
});

type BulkResult = { id: string; code: string; data: unknown };

/** Each row succeeds or fails separately. A savepoint keeps a failure from undoing the others. */
async function bulk(context: RowContext, action: z.infer<typeof BulkAction>, ids: string[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of ids) {
    try {
      await context.tx.transaction(async (tx) => {
        const inner = { ...context, tx };
        if (action === 'purge') await purgeRow(inner, id);
        else await setDeleted(inner, id, action === 'delete');
      });
      results.push({ id, code: 'OK', data: null });
    } catch (error) {
      const known = toDomainError(error);
      if (!known) throw error;
      results.push({ id, code: known.code, data: known.data });
    }
  }
  return results;
}
