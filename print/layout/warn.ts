import type { PrintWarning } from '../display.ts';
import { lookUp, type Scope } from './scope.ts';
import { fill } from './template.ts';
import { wordsOf } from './words.ts';

const PATH = /\{(?!=)([\w.]+)/;

/** Readable name of a template's value: the text of its field or of its parent, otherwise its path. */
function nameOf(template: string, scope: Scope): string {
  const path = PATH.exec(template)?.[1];
  if (path === undefined) return '';
  const parts = path.split('.');
  const known = [parts.at(-1), parts[0]].find((part) => part !== undefined && Object.hasOwn(scope.job.words, part));
  return known === undefined ? path : wordsOf(scope.job, known);
}

/**
 * Adds a warning that something could not be drawn as requested, with its template and the row of a table.
 * @param title template of the title above it on the paper
 */
export function warnOf(
  scope: Scope,
  about: Pick<PrintWarning, 'what' | 'where' | 'value'> & { title?: string | undefined; fault?: PrintWarning['fault'] },
): void {
  const { what, where, value, fault, title } = about;
  const row = lookUp(scope, 'rowNo');
  scope.job.warn({
    what,
    where,
    name: (title && fill(title, scope)) || nameOf(where, scope),
    value,
    ...(typeof row === 'number' ? { row } : {}),
    ...(fault === undefined ? {} : { fault }),
  });
}
