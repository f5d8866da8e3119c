import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { COMPARTMENT_KINDS } from '#contract/stock/compartments';
import { warehouses } from '#contract/stock/warehouses';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { compartments } from '../compartments/table.ts';

const Place = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(COMPARTMENT_KINDS),
  zone: z.string(),
  aisle: z.string(),
  rack: z.string(),
  level: z.string(),
  slot: z.string(),
  blocked: z.boolean(),
  /** Pieces in the compartment, number of different items, and weight in grams as far as it is known. */
  pieces: z.int(),
  items: z.int(),
  weight: z.int(),
  /** Grams; null without a limit. */
  maxWeight: z.int().nullable(),
});
const Plan = z.object({ id: Id, code: z.string(), name: z.string(), places: z.array(Place) });
const Params = z.object({ id: Id });
const Query = z.object({ q: z.string().trim().min(1).max(64) });
/** Limit of the search result. The user has to narrow the search. */
const MOST_FOUND = 2000;
const tags = ['warehouses'];

const findPlaces = statement(
  {
    id: compartments.id,
    code: compartments.code,
    kind: compartments.kind,
    zone: compartments.zone,
    aisle: compartments.aisle,
    rack: compartments.rack,
    level: compartments.level,
    slot: compartments.slot,
    blocked: cell.boolean,
    maxWeight: compartments.maxWeight,
    pieces: cell.integer,
    items: cell.integer,
    weight: cell.integer,
  },
  ({
    id,
    merchantId,
  }: {
    id: string;
    merchantId: string | null;
  }) => sql`select c.id, c.code, c.kind, c.zone, c.aisle, c.rack, c.level, c.slot, c.blocked_reason <> '' as blocked, c.max_weight,
      coalesce(s.pieces, 0)::int as pieces, coalesce(s.items, 0)::int as items, least(coalesce(s.weight, 0), 2000000000)::int as weight
    from compartments c
    left join (select b.compartment_id, sum(b.on_hand) as pieces, count(distinct b.item_id) as items, sum(b.on_hand * coalesce(i.weight, 0)::bigint) as weight
      from stock_balances b join items i on i.id = b.item_id
      where b.on_hand > 0 and (${merchantId}::uuid is null or b.merchant_id = ${merchantId}::uuid) group by b.compartment_id) s on s.compartment_id = c.id
    where c.warehouse_id = ${id}::uuid and c.deleted_at is null order by c.aisle, c.rack, c.level, c.slot, c.code`,
);
/** An exact match comes before a prefix match: a SKU that is the prefix of another one finds only itself. */
const findByCode = statement(
  { id: cell.uuid },
  ({ id, q, begins, merchantId }: { id: string; q: string; begins: string; merchantId: string | null }) => sql`with hit as (
      select c.id, c.code = ${q} as whole from compartments c where c.warehouse_id = ${id}::uuid and c.deleted_at is null and c.code ilike ${begins}
      union all
      select b.compartment_id, b.sku = ${q} or b.serial = ${q} or b.lot = ${q} or exists (select from item_aliases a where a.item_id = b.item_id and a.code = ${q} and a.deleted_at is null)
      from stock_balances b join compartments c on c.id = b.compartment_id
      where b.on_hand > 0 and c.warehouse_id = ${id}::uuid and c.deleted_at is null and (${merchantId}::uuid is null or b.merchant_id = ${merchantId}::uuid)
        and (b.sku ilike ${begins} or b.serial ilike ${begins} or b.lot ilike ${begins}
          or exists (select from item_aliases a where a.item_id = b.item_id and a.code = ${q} and a.deleted_at is null)))
    select distinct id from hit where whole or not exists (select from hit where whole) limit ${MOST_FOUND}`,
);

/** `GET /v0/warehouses/:id/plan`: every compartment with its fill. `/plan/find`: the compartments that match a code or hold it. */
export function planRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/warehouses/:id/plan',
    { config: { access: 'privilege:warehouses.read' }, schema: { tags, params: Params, response: { 200: okSchema(Plan) } } },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      const entry = areas.get('warehouses');
      const [house] = entry ? await selectRows(db, areas, entry, actor, [id]) : [];
      if (!house) throw new DomainError('NotFound');
      const { code, name } = areaRow(warehouses, house);
      return ok({ id, code, name, places: await findPlaces(db, { id, merchantId: actor.merchantId }) });
    },
  );

  app.get(
    '/v0/warehouses/:id/plan/find',
    {
      config: { access: 'privilege:warehouses.read' },
      schema: { tags, params: Params, querystring: Query, response: { 200: okSchema(z.array(Id)) } },
    },
    async (request) => {
      const { merchantId } = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      const { q } = request.query as z.infer<typeof Query>;
      const begins = `${q.replace(/[\\%_]/g, '\\$&')}%`;
      return ok((await findByCode(db, { id, q, begins, merchantId })).map((place) => place.id));
    },
  );
}
