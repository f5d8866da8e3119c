import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Plugin } from 'vite';

/**
 * A guard in the source, and what stands there without it; in TypeScript both are expressions. `guard` occurs once in its file, or is the
 * first such text behind `after`.
 */
export type Guard = { name: string; file: string; after?: string; guard: string; without: string };

/** The names of the guards that are switched off, where the compiled switches look for them. */
function removed(): Set<string> {
  const known: unknown = Reflect.get(globalThis, 'kontorRemovedGuards');
  if (known instanceof Set) return known;
  const fresh = new Set<string>();
  Reflect.set(globalThis, 'kontorRemovedGuards', fresh);
  return fresh;
}

function placeOf({ name, file, after, guard }: Guard, source: string): number {
  const only = (text: string): number => {
    const at = source.indexOf(text);
    if (at < 0 || source.indexOf(text, at + 1) >= 0) throw new Error(`${name}: ${file} does not have this exactly once: ${text}`);
    return at;
  };
  if (after === undefined) return only(guard);
  const at = source.indexOf(guard, only(after));
  if (at < 0) throw new Error(`${name}: ${file} does not have this behind ${after}: ${guard}`);
  return at;
}

function withSwitches(source: string, guards: readonly Guard[]): string {
  const fromTheEnd = guards.map((guard) => ({ ...guard, at: placeOf(guard, source) })).toSorted((a, b) => b.at - a.at);
  return fromTheEnd.reduce((text, { name, guard, without, at }) => {
    const isRemoved = `globalThis.kontorRemovedGuards?.has(${JSON.stringify(name)})`;
    return `${text.slice(0, at)}(${isRemoved} ? (${without}) : (${guard}))${text.slice(at + guard.length)}`;
  }, source);
}

/** Compiles a switch into the server's source for each guard, so that one running server can do without one guard after the other. */
export const guardSwitches = (guards: readonly Guard[]): Plugin => ({
  name: 'guard-switches',
  enforce: 'pre',
  transform(code, id) {
    const here = guards.filter(({ file }) => id.split('?')[0]?.endsWith(`/${file}`));
    return here.length === 0 ? null : { code: withSwitches(code, here), map: null };
  },
});

/** Runs without these guards. */
export async function without<T>(names: readonly string[], run: () => Promise<T>): Promise<T> {
  for (const name of names) removed().add(name);
  try {
    return await run();
  } finally {
    for (const name of names) removed().delete(name);
  }
}

/** The same for a guard in a file of SQL that can be run again at any time. */
export async function withoutSql<T>(pool: Pool, guard: Guard, run: () => Promise<T>): Promise<T> {
  const source = readFileSync(join(import.meta.dirname, '../..', guard.file), 'utf8');
  const at = placeOf(guard, source);
  await pool.query(source.slice(0, at) + guard.without + source.slice(at + guard.guard.length));
  try {
    return await run();
  } finally {
    await pool.query(source);
  }
}
