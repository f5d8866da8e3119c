import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { Area, Shape } from '#contract/core/area';
import type { FieldError } from '#contract/core/envelope';
import type { Values } from './area.ts';
import { invalid } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** Issue codes whose message may be a rule name, used where the general rule would mislead users. */
const NAMED = new Set(['too_small', 'too_big', 'invalid_format']);
const RULE_NAME = /^[a-z][a-zA-Z]+$/;
const EMPTY = new Set<unknown>([null, undefined, '']);

/** The rule of a zod issue. Users see the text `rules.<rule>` in their language. */
function ruleOf(issue: Issue, input: unknown): Pick<FieldError, 'rule' | 'params'> {
  if (EMPTY.has(input)) return { rule: 'required' };
  if (NAMED.has(issue.code) && RULE_NAME.test(issue.message)) return { rule: issue.message };
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? { rule: 'tooShort', params: { min: Number(issue.minimum) } }
        : { rule: 'tooSmall', params: { min: Number(issue.minimum) } };
    case 'too_big':
      return issue.origin === 'string'
        ? { rule: 'tooLong', params: { max: Number(issue.maximum) } }
        : { rule: 'tooBig', params: { max: Number(issue.maximum) } };
    case 'invalid_type':
      return { rule: 'type', params: { type: issue.expected } };
    case 'invalid_value':
      return { rule: 'choice' };
    case 'unrecognized_keys':
      return { rule: 'unknownField' };
    case 'custom':
      return { rule: issue.message || 'format' };
    case 'invalid_format':
      return { rule: issue.format === 'uuid' ? 'reference' : issue.format === 'date' ? 'date' : 'format' };
    default:
      return { rule: 'format' };
  }
}

/** Faults of a body or query that was checked by the schema of its route. */
export const faultsOfIssues = (issues: readonly Issue[], value: unknown): FieldError[] =>
  issues.map((issue) => {
    const inner = issue.path.reduce<unknown>((v, key) => (v as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
    return { path: issue.path.join('.'), ...ruleOf(issue, inner) };
  });

/** Faults of one value. Their paths start with `at`. */
export function faultsOf(schema: z.ZodType, value: unknown, at: string): FieldError[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return faultsOfIssues(result.error.issues, value).map((fault) => ({ ...fault, path: [at, fault.path].filter(Boolean).join('.') }));
}

/**
 * Validates the values of a create or update. An update uses only the keys that were sent, so that defaults do not overwrite.
 * @throws DomainError InvalidInput with all faults; unknown keys are faults (mass assignment, P18)
 */
export function parseValues(area: Area<Shape>, body: Values, partial: boolean): Values {
  const shape = area.write.shape as Record<string, z.ZodType>;
  const errors: FieldError[] = Object.keys(body)
    .filter((key) => !Object.hasOwn(shape, key))
    .map((key) => ({ path: key, rule: 'unknownField' }));
  const values: Values = {};
  for (const [key, schema] of Object.entries(shape)) {
    if (partial && !Object.hasOwn(body, key)) continue;
    const result = schema.safeParse(body[key]);
    if (result.success) {
      if (result.data !== undefined) values[key] = result.data;
    } else errors.push(...faultsOf(schema, body[key], key));
  }
  if (errors.length > 0) throw invalid(errors);
  return values;
}

/** Validates bodies and queries by the schema of their route, with the same rules and texts as row fields. */
export const zodValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: invalid(faultsOfIssues(result.error.issues, data)) };
  };
