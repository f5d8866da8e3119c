import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/** What of a value may leave. */
type Allow = (value: unknown) => unknown;
type Named = Readonly<Record<string, unknown>>;

const all: Allow = (value) => value;

/** Below a single value the contract names nothing, so nothing of it may leave. */
const scalar: Allow = (value) => {
  if (typeof value === 'object' && value !== null) throw new Error('an answer holds more than its schema names');
  return value;
};

const orNothing =
  (allow: Allow): Allow =>
  (value) =>
    value === null || value === undefined ? value : allow(value);

function object(shape: Readonly<Record<string, z.core.$ZodType>>): Allow {
  const fields = Object.entries(shape).map(([key, schema]) => ({ key, allow: allowOf(schema) }));
  return (value) => {
    const from = value as Named;
    const out: Record<string, unknown> = {};
    for (const { key, allow } of fields) out[key] = allow(from[key]);
    return out;
  };
}

function allowOf(schema: z.core.$ZodType): Allow {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.catchall ? encoded(schema) : object(def.shape);
    case 'array': {
      const each = allowOf(def.element);
      return (value) => (value as unknown[]).map(each);
    }
    case 'nullable':
    case 'optional':
    case 'default':
      return orNothing(allowOf(def.innerType));
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return scalar;
    case 'any':
    case 'unknown':
      return all;
    default:
      return encoded(schema);
  }
}

/** Rare shapes are left to zod. */
const encoded =
  (schema: z.core.$ZodType): Allow =>
  (value) =>
    z.encode(schema, value);

/**
 * Writes an answer with what its schema names and nothing else, without checking each value again: for pages of rows, whose values
 * were checked when they were written and whose types are those of their columns.
 */
export const allowListSerializer: FastifySerializerCompiler<unknown> = ({ schema, method, url }) => {
  if (!(schema instanceof z.ZodType)) throw new Error(`${method} ${url} says nothing about its answer`);
  const allow = allowOf(schema);
  return (data) => JSON.stringify(allow(data));
};
