import { FORMATS, type Format } from '#contract/printing/layout';
import { plain, WRITERS } from './format.ts';
import { lookUp, type Scope } from './scope.ts';
import { wordsOf } from './words.ts';

const PART = /\{(=?)([\w.]+)(?:\|(\w+)(?::([\w.]+))?)?\}/g;

const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name);

/** Separator between values of a line; omitted with a missing value. */
const BETWEEN = ' · ';

/** Fills one part of a line and trims blanks left by missing values; null if it refers to values and all are missing. */
function filledPart(part: string, scope: Scope): string | null {
  let named = false;
  let found = false;
  const filled = part.replaceAll(PART, (_all, word: string, path: string, format: string | undefined, argument: string | undefined) => {
    if (word) return wordsOf(scope.job, path);
    named = true;
    const value = lookUp(scope, path);
    const text = format && isFormat(format) ? WRITERS[format](value, scope, argument ?? '') : plain(value, scope);
    if (text) found = true;
    return text;
  });
  if (!named) return filled;
  return found ? filled.trim() : null;
}

/**
 * Fills a template: `{path}`, `{path|format}`, `{path|format:argument}`, `{=word}`. Parts between ` · ` and whole lines are omitted if all
 * their values are missing, so an address without a second name has no empty line.
 */
export function fill(template: string, scope: Scope): string {
  return template
    .split('\n')
    .map((line) => {
      const parts = line.split(BETWEEN).map((part) => filledPart(part, scope));
      return parts.every((part) => part === null) ? null : parts.filter((part) => part !== null).join(BETWEEN);
    })
    .filter((line) => line !== null)
    .join('\n');
}
