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
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
