import { FORMATS, type Format } from '#contract/printing/layout';
import { plain, WRITERS } from './format.ts';
import { lookUp, type Scope } from './scope.ts';
import { wordsOf } from './words.ts';

const PART = /\{(=?)([\w.]+)(?:\|(\w+)(?::([\w.]+))?)?\}/g;

const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name);

/** Stands between values of a line; it goes with a value that is missing. */
const BETWEEN = ' · ';

/** A part of a line, without blanks that a missing value left at its ends; null when it names values and none is there. */
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
 * Fills a template: `{path}`, `{path|format}`, `{path|format:argument}`, `{=word}`. A missing value leaves nothing behind: parts of a line
 * between ` · ` and whole lines that became empty by it are left out, so an address without a second name has no hole.
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
