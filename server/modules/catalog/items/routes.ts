import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { items } from '#contract/catalog/items';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { scopeSql } from '../../../core/http/list.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor } from '../../../core/http/write.ts';

const Query = z.object({ q: z.string().trim().min(1).max(100) });
const Found = items.row.extend({ pieces: z.int(), code: z.string() });

const findByCode = statement(
  { id: cell.uuid, pieces: cell.integer },
  ({
    q,
    scope,
  }: {
    q: string;
    scope: SQL;
  }) => sql`select t.id, 1 as pieces from items t where (t.sku = ${q} or t.id::text = ${q}) and t.deleted_at is null and ${scope}
    union select t.id, a.pieces from item_aliases a join items t on t.id = a.item_id where a.code = ${q} and a.deleted_at is null and t.deleted_at is null and ${scope} limit 20`,
  [{ q: '', scope: sql`t.merchant_id is null` }],
);

const StockQuery = z.object({
  ids: z.preprocess((text) => (typeof text === 'string' ? text.split(',') : text), z.array(z.uuid()).min(1).max(100)),
});
const Stock = z.object({ id: z.uuid(), onHand: z.int(), free: z.int() });
const sumStock = statement(
  { id: cell.uuid, onHand: cell.integer, free: cell.integer },
  ({ ids, scope }: { ids: string[]; scope: SQL }) => sql`select t.item_id as id, sum(t.on_hand)::int as "onHand",
      coalesce(sum(t.free) filter (where kontor_promisable(t.condition, c.kind, c.blocked_reason)), 0)::int as free
    from stock_balances t join compartments c on c.id = t.compartment_id where t.item_id = any(${sql.param(ids)}::uuid[]) and t.deleted_at is null and ${scope} group by t.item_id`,
  [{ ids: [], scope: sql`t.merchant_id is null` }],
);

/** `GET /v0/items/stock`: pieces on hand and free of the named items, for pickers. Items without stock are left out. */
function stockRoute(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/items/stock',
    {
      config: { access: 'privilege:stockBalances.read' },
      schema: { tags: ['items'], querystring: StockQuery, response: { 200: okSchema(z.array(Stock)) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { ids } = request.query as z.infer<typeof StockQuery>;
      const balances = areas.get('stockBalances');
      if (!balances) throw new DomainError('NotFound');
      return ok(await asActor(db, actor, request.id, (tx) => sumStock(tx, { ids, scope: scopeSql(areas, balances, actor) ?? sql`true` })));
    },
  );
}

/** `GET /v0/item/any` of the specification: the item behind a code (SKU, alias or id), and the number of pieces the code stands for. */
export function itemRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas } = context;
  stockRoute(app, context);
  app.get(
    '/v0/item/any',
    {
      config: { access: 'privilege:items.read' },
      schema: { tags: ['items'], querystring: Query, response: { 200: okSchema(z.array(Found)) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { q } = request.query as z.infer<typeof Query>;
      const entry = areas.get('items');
      if (!entry) throw new DomainError('NotFound');
      const found = await asActor(db, actor, request.id, async (tx) => {
        const scope = scopeSql(areas, entry, actor) ?? sql`true`;
        const hits = await findByCode(tx, { q, scope });
        const pieces = new Map(hits.map((hit) => [hit.id, hit.pieces]));
        const rows = pieces.size === 0 ? [] : await selectRows(tx, areas, entry, actor, [...pieces.keys()]);
        return rows.map((values) => {
          const row = areaRow(items, values);
          return { ...row, code: q, pieces: pieces.get(row.id) ?? 1 };
        });
      });
      if (found.length === 0) throw new DomainError('NotFound', q);
      return ok(found);
    },
  );
}
