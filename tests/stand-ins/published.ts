import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';

const FOLDER = join(import.meta.dirname, '../../../shared/schemas');

/** What of a value does not fit a definition. */
export type Check = (definition: string, value: unknown) => string[];

/** The schema that a publisher gives out, where it lies beside the repository; null elsewhere. */
export function publishedCheck(file: string): Check | null {
  const path = join(FOLDER, file);
  if (!existsSync(path)) return null;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')) as { $id: string }, 'published');
  return (definition, value) => {
    const check = ajv.getSchema(`published#/definitions/${definition}`);
    if (!check) return [`no definition ${definition}`];
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${definition}${instancePath}: ${message}`);
  };
}
