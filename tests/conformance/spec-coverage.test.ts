import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SPEC_ROUTES } from '../support/spec-routes.ts';

const ROOT = join(import.meta.dirname, '../..');

const lines = readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Line '))
  .map((line) => {
    const [, text = '', tests = ''] = line.split(' | ').length === 2 ? ['', ...line.slice(2, -2).split(' | ')] : [];
    return { text, tests: tests.split('<br>') };
  });

describe('docs/spec-coverage.md', () => {
  it('names for every line a test', () => {
    expect(lines.length).toBeGreaterThan(120);
    for (const { text, tests } of lines) for (const test of tests) expect(/^`[^`]+` `[^`]+`$/.test(test), `${text}: ${test}`).toBe(true);
  });

  it('names only tests that exist', () => {
    const missing = lines.flatMap(({ tests }) =>
      tests.filter((test) => {
        const [, file, name] = /^`([^`]+)` `([^`]+)`$/.exec(test) ?? [];
        if (file === undefined || name === undefined) return false;
        return !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(name);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('names every route of the specification', () => {
    // A line names a section and what stands in it (`/eEP: tickets, channels`), or a whole path.
    const unnamed = SPEC_ROUTES.filter(([path]) => {
      const [, section = '', ...rest] = path.split('/');
      const last = rest.at(-1) ?? '';
      return !lines.some(
        ({ text }) => text.includes(path) || (text.startsWith(`/${section}`) && last !== '' && text.split(/[^\w-]+/).includes(last)),
      );
    });
    expect(unnamed).toEqual([]);
  });
});
