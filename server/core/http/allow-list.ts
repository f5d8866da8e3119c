import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/** Returns the part of a value that may be sent. */
type Allow = (value: unknown) => unknown;
type Named = Readonly<Record<string, unknown>>;

const all: Allow = (value) => value;

/** The schema names nothing inside a scalar, so nothing inside may be sent. */
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

/** Rare schemas are encoded by zod. */
const encoded =
  (schema: z.core.$ZodType): Allow =>
  (value) =>
    z.encode(schema, value);

/**
 * Serializes an answer with only the fields in its schema, without validating the values: for pages of rows, whose values were validated
 * when written and whose types are those of their columns.
 */
export const allowListSerializer: FastifySerializerCompiler<unknown> = ({ schema, method, url }) => {
  if (!(schema instanceof z.ZodType)) throw new Error(`${method} ${url} says nothing about its answer`);
  const allow = allowOf(schema);
  return (data) => JSON.stringify(allow(data));
};
