import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';

/**
 * The published schema of Karrio, where it lies beside the repository. Deviations of the program from its schema, known from its source:
 * lists come as `{ count, next, previous, results }`.
 */

const FILE = join(import.meta.dirname, '../../../shared/schemas/karrio-2026.1.32.json');
export const hasSchema = existsSync(FILE);

type Check = (definition: string, value: unknown) => string[];

/** Returns what does not fit the named definition; nothing without the file. */
export function schemaCheck(): Check {
  if (!hasSchema) return () => [];
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const schema = JSON.parse(readFileSync(FILE, 'utf8')) as { $id: string };
  ajv.addSchema(schema, 'karrio');
  return (definition, value) => {
    const check = ajv.getSchema(`karrio#/definitions/${definition}`);
    if (!check) return [`no definition ${definition}`];
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${definition}${instancePath}: ${message}`);
  };
}
