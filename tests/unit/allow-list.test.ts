import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Line, Ref } from '#contract/core/fields';
import { allowListSerializer } from '../../server/core/http/allow-list.ts';

const written = (schema: z.ZodType, data: unknown): unknown =>
  JSON.parse(allowListSerializer({ schema, method: 'GET', url: '/v0/rows' })(data));

describe('an answer written by the list of what may leave', () => {
  const Row = z.object({
    name: Line(20),
    ownerId: Ref('users').nullable().default(null),
    place: z.object({ city: z.string() }).optional(),
    tags: z.array(z.object({ key: z.string() })),
  });

  it('holds what the schema names, at every depth, and nothing else (P18)', () => {
    const row = {
      name: 'Oak',
      ownerId: null,
      place: { city: 'Kiel', secret: 1 },
      tags: [{ key: 'a', secret: 2 }],
      passwdHash: 'secret',
      __proved: true,
    };
    expect(written(z.object({ data: z.array(Row) }), { data: [row], secret: 3 })).toEqual({
      data: [{ name: 'Oak', ownerId: null, place: { city: 'Kiel' }, tags: [{ key: 'a' }] }],
    });
  });

  it('lets nothing out below a single value', () => {
    expect(() => written(Row, { name: { secret: 1 }, tags: [] })).toThrow('more than its schema names');
  });

  it('leaves what may be one of several things, or have any key, to zod', () => {
    const Rare = z.object({
      either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      any: z.record(z.string(), z.object({ n: z.number() })),
      strict: z.strictObject({ c: z.string() }),
    });
    expect(written(Rare, { either: { b: 'x', secret: 1 }, any: { k: { n: 1, secret: 2 } }, strict: { c: 'y' } })).toEqual({
      either: { b: 'x' },
      any: { k: { n: 1 } },
      strict: { c: 'y' },
    });
    expect(() => written(Rare, { either: {}, any: {}, strict: { c: 'y' } })).toThrow();
    expect(() => written(Rare, { either: { a: 'x' }, any: {}, strict: { c: 'y', secret: 1 } })).toThrow();
  });

  it('is refused to a call that says nothing about its answer', () => {
    expect(() => allowListSerializer({ schema: undefined, method: 'GET', url: '/v0/rows' })).toThrow('/v0/rows says nothing');
  });
});
