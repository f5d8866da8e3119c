import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const LATER = ['Areas'];

const lines = readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Line '))
  .map((line) => {
    const [, text = '', tests = ''] = line.split(' | ').length === 2 ? ['', ...line.slice(2, -2).split(' | ')] : [];
    return { text, tests: tests.split('<br>') };
  });

describe('docs/spec-coverage.md', () => {
  it('names for every line a test or the issue it belongs to', () => {
    expect(lines.length).toBeGreaterThan(120);
    for (const { text, tests } of lines)
      for (const test of tests) expect(LATER.includes(test) || /^`[^`]+` `[^`]+`$/.test(test), `${text}: ${test}`).toBe(true);
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
});
