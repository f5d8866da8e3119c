import { FORMATS, type Format } from '#contract/print/layout';
import { plain, WRITERS } from './format.ts';
import { lookUp, type Scope } from './scope.ts';
import { wordsOf } from './words.ts';

const PART = /\{(=?)([\w.]+)(?:\|(\w+)(?::([\w.]+))?)?\}/g;

const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name);

/** Whether the template names anything at all; a fixed text has no values that could be missing. */
export const namesValues = (template: string): boolean => /\{[^=]/.test(template);

/**
 * Fills a template: `{path}`, `{path|format}`, `{path|format:argument}`, `{=word}`. A missing value leaves nothing behind; lines that became
 * empty by it are left out, so an address without a second name has no hole.
 */
export function fill(template: string, scope: Scope): string {
  return template
    .split('\n')
    .map((line) => {
      let named = false;
      let found = false;
      const filled = line.replaceAll(PART, (_all, word: string, path: string, format: string | undefined, argument: string | undefined) => {
        if (word) return wordsOf(scope.job, path);
        named = true;
        const value = lookUp(scope, path);
        const text = format && isFormat(format) ? WRITERS[format](value, scope, argument ?? '') : plain(value, scope);
        if (text) found = true;
        return text;
      });
      return named && !found ? null : filled;
    })
    .filter((line) => line !== null)
    .join('\n');
}
