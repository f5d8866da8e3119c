import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const SHIPPED = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'print', 'server', 'src'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)));

describe('what is shipped', () => {
  it('makes neither HTML nor a program out of a text (P20)', () => {
    const ways = /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\b|\beval\(|new Function\b|\bsrcdoc\b/i;
    expect(SHIPPED.length).toBeGreaterThan(500);
    expect(SHIPPED.filter((path) => ways.test(read(path)))).toEqual([]);
  });
});

/** Places that still read a row of the database by a text and a cast, or ask for rows without a type; a number may only fall. */
const UNTYPED: Record<string, { casts: number; rowsOf: number }> = {
  'server/core/audit': { casts: 0, rowsOf: 9 },
  'server/core/backup': { casts: 0, rowsOf: 2 },
  'server/core/http': { casts: 0, rowsOf: 9 },
  'server/core/jobs': { casts: 0, rowsOf: 2 },
  'server/core/live': { casts: 0, rowsOf: 1 },
  'server/core/operation': { casts: 0, rowsOf: 2 },
  'server/modules/home': { casts: 0, rowsOf: 1 },
};

describe('rows of the database', () => {
  it('have types: no cast of a single value, no statement without its declared row, but where it is counted', () => {
    const found: typeof UNTYPED = {};
    for (const path of SHIPPED.filter((one) => one.startsWith('server/'))) {
      const text = read(path);
      const casts = [...text.matchAll(/\['[a-zA-Z_]+'\] as (?!const\b)/g)].length;
      const rowsOf = [...text.matchAll(/\browsOf\(/g)].length;
      if (casts + rowsOf === 0) continue;
      const folder = /^server\/(?:(?:core|modules)\/)?[^/]+/.exec(path)?.[0] ?? path;
      const { casts: someCasts, rowsOf: someRows } = found[folder] ?? { casts: 0, rowsOf: 0 };
      found[folder] = { casts: someCasts + casts, rowsOf: someRows + rowsOf };
    }
    expect(found).toEqual(UNTYPED);
  });
});

describe('the installation', () => {
  it('takes the packages of the lockfile, each by its hash, and runs no script of theirs (P33)', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { integrity?: string; link?: boolean }> };
    const entries = Object.entries(packages).filter(([path]) => path !== '');
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
    expect(read('scripts/prepare.mjs')).toContain("'--ignore-scripts'");
  });

  it('names the version of every package exactly (P33)', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      // A second version of a package has a name of its own: `npm:typescript@7.0.2`.
      ([, version]) => !/^(npm:[\w./@-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
