import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { GenerateCompartments, MAX_GENERATED } from '#contract/stock/compartments';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { warehouses } from '../warehouses/table.ts';
import { compartments } from './table.ts';

type Range = { from: string; to: string };

const size = ({ from, to }: Range): number => (/\d/.test(from) ? Number(to) - Number(from) : to.charCodeAt(0) - from.charCodeAt(0)) + 1;

/** Expands a range: '01'..'12' keeps leading zeros, 'A'..'D' counts letters. */
export function counted({ from, to }: Range): string[] {
  if (/\d/.test(from))
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => String(Number(from) + i).padStart(from.length, '0'));
  return Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) => String.fromCharCode(from.charCodeAt(0) + i));
}

type Place = { code: string; aisle: string; rack: string; level: string; slot: string; pickOrder: number };

/** All compartments of the ranges in walking order: aisle by aisle, every second aisle in reverse. */
export function places(input: Pick<GenerateCompartments, 'pattern' | 'aisle' | 'rack' | 'level' | 'slot'>): Place[] {
  const racks = counted(input.rack);
  return counted(input.aisle).flatMap((aisle, a) => {
    const way = a % 2 === 0 ? racks : racks.toReversed();
    return way
      .flatMap((rack) => counted(input.level).flatMap((level) => counted(input.slot).map((slot) => ({ aisle, rack, level, slot }))))
      .map((parts, i, all) => ({
        ...parts,
        code: input.pattern.replace(/\{(aisle|rack|level|slot)\}/g, (_, key: keyof typeof parts) => parts[key]),
        pickOrder: a * all.length + i + 1,
      }));
  });
}

const Answer = okSchema(z.object({ total: z.int(), created: z.int(), existing: z.int(), sample: z.array(z.string()) }));

/** `POST /v0/compartments/generate`: creates compartments by aisle, rack, level and slot. Existing ones stay unchanged. */
export function generatorRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/compartments/generate',
    {
      config: { access: 'privilege:compartments.create' },
      schema: { tags: ['compartments'], body: GenerateCompartments, response: { 200: Answer } },
    },
    async (request) => {
      const input = request.body as GenerateCompartments;
      // Checked before anything is created, because four ranges multiply quickly.
      const total = [input.aisle, input.rack, input.level, input.slot].reduce((product, range) => product * size(range), 1);
      if (total > MAX_GENERATED) throw invalid([{ path: 'slot', rule: 'tooMany', params: { max: MAX_GENERATED } }]);
      const made = places(input);
      if (new Set(made.map((place) => place.code)).size < made.length) throw invalid([{ path: 'pattern', rule: 'notUnique' }]);
      return write(db, request, actorOf(request), async (tx) => {
        const [warehouse] = await tx
          .select({ id: warehouses.id })
          .from(warehouses)
          .where(and(eq(warehouses.id, input.warehouseId), isNull(warehouses.deletedAt)));
        if (!warehouse) throw invalid([{ path: 'warehouseId', rule: 'reference' }]);
        const codes = made.map((place) => place.code);
        const taken = await tx
          .select({ code: compartments.code })
          .from(compartments)
          .where(and(eq(compartments.warehouseId, input.warehouseId), isNull(compartments.deletedAt), inArray(compartments.code, codes)));
        const known = new Set(taken.map(({ code }) => code));
        const fresh = made.filter((place) => !known.has(place.code));
        if (!input.preview)
          for (let at = 0; at < fresh.length; at += 500)
            await tx.insert(compartments).values(
              fresh.slice(at, at + 500).map((place) => ({
                ...place,
                warehouseId: input.warehouseId,
                kind: input.kind,
                zone: input.zone,
                maxWeight: input.maxWeight,
              })),
            );
        const sample = [...made.slice(0, 3), ...made.slice(-1)].map((place) => place.code);
        return ok({ total: made.length, created: fresh.length, existing: known.size, sample: [...new Set(sample)] });
      });
    },
  );
}
