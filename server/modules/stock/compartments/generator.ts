import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { CompartmentAisle, GenerateCompartments } from '#contract/stock/compartments';
import { patternFaults, placesOf } from '#contract/stock/place-pattern';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { warehouses } from '../warehouses/table.ts';
import { compartments } from './table.ts';

const Answer = okSchema(z.object({ total: z.int(), created: z.int(), existing: z.int(), sample: z.array(z.string()) }));

const countAisles = statement(
  { warehouseId: compartments.warehouseId, aisle: compartments.aisle, places: cell.integer, first: cell.text, last: cell.text },
  ({ warehouseId }: { warehouseId: string }) => sql`select warehouse_id as "warehouseId", aisle, count(*)::int as places,
      min(code) as first, max(code) as last
    from compartments where deleted_at is null and warehouse_id = ${warehouseId}::uuid group by warehouse_id, aisle order by aisle`,
);

/** Creates compartments by pattern. Existing ones stay unchanged, so a repetition has no effect. */
export function generatorRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/compartments/generate',
    {
      config: { access: 'privilege:compartments.create' },
      schema: { tags: ['compartments'], body: GenerateCompartments, response: { 200: Answer } },
    },
    (request) => {
      const input = GenerateCompartments.parse(request.body);
      return write(db, request, actorOf(request), async (tx) => {
        const faults = patternFaults(input);
        if (faults.length > 0) throw invalid(faults);
        // Two calls for one warehouse run one after the other, so that the second finds what the first created. Rows that refer to it are not held up.
        const [warehouse] = await tx
          .select({ id: warehouses.id })
          .from(warehouses)
          .where(and(eq(warehouses.id, input.warehouseId), isNull(warehouses.deletedAt)))
          .for('no key update');
        if (!warehouse) throw invalid([{ path: 'warehouseId', rule: 'reference' }]);
        const wanted = placesOf(input);
        const taken = await tx
          .select({ code: compartments.code })
          .from(compartments)
          .where(and(eq(compartments.warehouseId, input.warehouseId), isNull(compartments.deletedAt)));
        const known = new Set(taken.map(({ code }) => code.toLowerCase()));
        const fresh = wanted.filter(({ code }) => !known.has(code.toLowerCase()));
        const { warehouseId, kind, zone, maxWeight } = input;
        if (!input.preview)
          for (let at = 0; at < fresh.length; at += 500)
            await tx
              .insert(compartments)
              .values(fresh.slice(at, at + 500).map((place) => ({ ...place, warehouseId, kind, zone, maxWeight })));
        const sample = [...wanted.slice(0, 3), ...wanted.slice(-1)].map(({ code }) => code);
        return ok({
          total: wanted.length,
          created: fresh.length,
          existing: wanted.length - fresh.length,
          sample: [...new Set(sample)],
        });
      });
    },
  );

  /** The aisles of a warehouse, to print labels in portions. */
  app.get(
    '/v0/compartments/aisles',
    {
      config: { access: 'privilege:compartments.read' },
      schema: {
        tags: ['compartments'],
        querystring: z.object({ warehouseId: Id }),
        response: { 200: okSchema(z.array(CompartmentAisle)) },
      },
    },
    (request) => {
      const { warehouseId } = z.object({ warehouseId: Id }).parse(request.query);
      return asActor(db, actorOf(request), request.id, async (tx) => ok(await countAisles(tx, { warehouseId })));
    },
  );
}
