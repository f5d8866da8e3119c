import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULE_NAMES } from '#contract/core/modules';
import { describeSettings } from '../../server/core/config.ts';
import { ROOT } from '../../server/core/paths.ts';
import { MODULES } from '../../server/modules/index.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** What is in the repository, or would be with the next commit. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const PAGES = FILES.filter((path) => path.endsWith('.md'));

const withoutCode = (text: string): string => text.replace(/^( *)```[\s\S]*?^\1```/gm, '').replace(/`[^`]*`/g, '');
const linksOf = (page: string): string[] => [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The paths of the tree in ARCHITECTURE.md: two spaces a level. */
function treeOf(text: string): string[] {
  const block = /## The tree\s+```\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const parents: string[] = [];
  return block
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const depth = (line.length - line.trimStart().length) / 2;
      parents.splice(depth, parents.length, line.trim().split(/\s+/)[0] ?? '');
      return parents.join('');
    });
}

describe('the documents', () => {
  it.each(PAGES)('%s: every relative link leads somewhere', (page) => {
    const broken = linksOf(page).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
      if (!existsSync(target)) return true;
      if (!anchor) return false;
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1] ?? ''));
      return !headings.includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('README and ARCHITECTURE stay short enough to be read', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120);
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(201);
    expect(statSync(join(ROOT, 'docs/list.png')).size).toBeLessThanOrEqual(150_000);
  });

  it('the tree in ARCHITECTURE.md is the one on the disk', () => {
    const tree = treeOf(read('ARCHITECTURE.md'));
    expect(tree.filter((path) => !statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory())).toEqual([]);
    const folders = (depth: number): string[] => [
      ...new Set(
        FILES.map((path) => path.split('/')).flatMap((parts) => (parts.length > depth ? [`${parts.slice(0, depth).join('/')}/`] : [])),
      ),
    ];
    const top = folders(1).filter((path) => !path.startsWith('.'));
    const layers = folders(2).filter((path) => /^(server|src|tests)\//.test(path));
    expect([...top, ...layers].filter((path) => !tree.includes(path))).toEqual([]);
  });

  it('every dependency is named in ARCHITECTURE.md with its reason, and nothing else is', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const table = /## Dependencies[\s\S]*?\n## /.exec(read('ARCHITECTURE.md'))?.[0] ?? '';
    const named = [...table.matchAll(/^\| ([^|]+) \|/gm)]
      .flatMap((match) => (match[1] ?? '').split(', '))
      .filter((name) => name !== 'what' && !name.startsWith('-'));
    expect(named.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
  });

  it('every setting of the server stands in the README, and none that does not exist', () => {
    const settings = [...describeSettings().matchAll(/^ {2}([A-Z_]+)/gm)].map((match) => match[1]);
    const table = /## Settings[\s\S]*?\n## /.exec(read('README.md'))?.[0] ?? '';
    const named = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
    expect(settings.length).toBeGreaterThan(5);
    expect(named).toEqual(settings);
  });

  it('docs/operating.md names every setting, and no document names one that does not exist', () => {
    const settings = [...describeSettings().matchAll(/^ {2}([A-Z_]+)/gm)].map((match) => match[1] ?? '');
    expect(settings.filter((name) => !read('docs/operating.md').includes(`\`${name}\``))).toEqual([]);
    const ofTests = ['KONTOR_CHROMIUM', 'KONTOR_CHROMIUM_SHELL', 'KONTOR_TEST_DATABASE'];
    const named = ['README.md', 'SECURITY.md', 'docs/operating.md', 'docs/contributing.md'].flatMap((page) =>
      [...read(page).matchAll(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g)].map(([name]) => name),
    );
    expect([...new Set(named)].filter((name) => !settings.includes(name) && !ofTests.includes(name))).toEqual([]);
  });

  it('SECURITY.md and docs/contributing.md name files that exist', () => {
    const named = ['SECURITY.md', 'docs/contributing.md'].flatMap((page) =>
      [...read(page).matchAll(/`((?:tests|server|contract|src|docs|print|public|scripts)\/[\w./-]+)`/g)].map((match) => match[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('every npm command that a document names exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = PAGES.flatMap((page) => [...read(page).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? ''));
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('no sheet of styles is longer than a file may be', () => {
    const most = JSON.parse(read('.oxlintrc.json')).rules['max-lines'][1].max as number;
    const lines = (path: string): number => read(path).split('\n').length - 1;
    expect(FILES.filter((path) => path.endsWith('.css') && lines(path) > most)).toEqual([]);
  });

  it('the tree knows nobody’s machine', () => {
    const texts = FILES.filter((path) => /\.(ts|tsx|mjs|cjs|js|json|md|css|html|sql|yml|yaml|svg)$|(^|\/)\.[a-z]+$|\.ci\/run$/.test(path));
    const homes = new RegExp(['/home/', '/Users/', '/root/', 'C:\\\\Users'].map((start) => `(?<![\\w.:}/*-])${start}\\w`).join('|'));
    expect(texts.filter((path) => homes.test(read(path)) && path !== 'tests/conformance/docs.test.ts')).toEqual([]);
  });

  it('the lockfile names no registry: whoever installs uses their own', () => {
    const hosts = [...read('package-lock.json').matchAll(/"resolved": "https?:\/\/([^/"]+)/g)].map((match) => match[1]);
    expect([...new Set(hosts)]).toEqual([]);
    expect(existsSync(join(ROOT, '.npmrc')) ? read('.npmrc') : '').not.toMatch(/registry\s*=/);
  });
});

describe('the folders of modules', () => {
  const folders = (path: string): string[] => readdirSync(join(ROOT, path)).filter((name) => !name.includes('.'));

  it('have the same names in contract/, server/modules/ and src/resources/', () => {
    const names: readonly string[] = MODULE_NAMES;
    expect(folders('server/modules').toSorted()).toEqual(names.toSorted());
    for (const side of ['contract', 'src/resources'])
      expect(folders(side).filter((name) => name !== 'core' && !names.includes(name))).toEqual([]);
  });

  it('hold an area in the same module on all sides', () => {
    const misplaced = MODULES.flatMap(({ name, areas }) =>
      areas
        .map(({ area }) => area.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
        .filter(
          (area) => !existsSync(join(ROOT, `contract/${name}/${area}.ts`)) || !existsSync(join(ROOT, `server/modules/${name}/${area}`)),
        ),
    );
    expect(misplaced).toEqual([]);
    for (const { name } of MODULES) {
      if (!existsSync(join(ROOT, 'src/resources', name))) continue;
      expect(folders(`src/resources/${name}`).filter((area) => !folders(`server/modules/${name}`).includes(area))).toEqual([]);
    }
  });
});
