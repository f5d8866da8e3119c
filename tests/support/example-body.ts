import { randomUUID } from 'node:crypto';

type Schema = Record<string, unknown>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

const FORMATS: Record<string, () => string> = {
  uuid: () => randomUUID(),
  email: () => 'someone@example.com',
  date: () => '2026-03-02',
  'date-time': () => '2026-03-02T10:00:00.000Z',
  uri: () => 'https://example.com/',
};

function text(schema: Schema): string {
  const make = FORMATS[String(schema['format'])];
  if (make) return make();
  const least = Number(schema['minLength'] ?? 1);
  const candidates = [
    '',
    '2026-03-02',
    '2026-03-02T10:00:00.000Z',
    'DE',
    'EUR',
    '12',
    '12:00',
    randomUUID(),
    'a'.repeat(64),
    'x'.repeat(43),
  ];
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null;
  return (pattern && candidates.find((one) => one.length >= least && pattern.test(one))) ?? 'x'.repeat(Math.max(1, least));
}

/** The smallest value that a JSON schema of `/v0/openapi.json` accepts. Rules that a schema cannot say may still refuse it. */
export function exampleOf(schema: unknown): unknown {
  if (!isSchema(schema)) return null;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if ('default' in schema) return schema['default'];
  for (const key of ['anyOf', 'oneOf'] as const) if (Array.isArray(schema[key])) return exampleOf(schema[key][0]);
  if (Array.isArray(schema['allOf'])) return Object.assign({}, ...schema['allOf'].map(exampleOf));
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 1), Number(schema['exclusiveMinimum'] ?? -1) + 1);
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => exampleOf(schema['items']));
    case 'object': {
      const properties = isSchema(schema['properties']) ? schema['properties'] : {};
      const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
      return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name])]));
    }
    default:
      return null;
  }
}
