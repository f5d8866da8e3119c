import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { PAGES } from '../paths.ts';

const Patterns = z.array(z.string().startsWith('/'));

const matches = (pattern: readonly string[], path: readonly string[]): boolean => {
  if (pattern.at(-1) === '*') return path.length >= pattern.length && matches(pattern.slice(0, -1), path.slice(0, pattern.length - 1));
  return pattern.length === path.length && pattern.every((part, i) => (part.startsWith(':') ? path[i] !== '' : part === path[i]));
};

/**
 * Returns whether a path is a page of the application. The build writes the list of patterns (scripts/page-paths.ts). In development
 * there is none, and every path counts as a page.
 */
export function readPages(): (path: string) => boolean {
  if (!existsSync(PAGES)) return () => true;
  const patterns = Patterns.parse(JSON.parse(readFileSync(PAGES, 'utf8'))).map((pattern) => pattern.split('/'));
  return (path) => {
    const parts = (path.length > 1 ? path.replace(/\/+$/, '') : path).split('/');
    return patterns.some((pattern) => matches(pattern, parts));
  };
}
