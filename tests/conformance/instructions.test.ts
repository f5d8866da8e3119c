import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../server/core/paths.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const run = promisify(execFile);
const COPY = join(ROOT, '.tmp/instructions');
const path = (file: string): string => join(COPY, file);
const edit = (file: string, change: (text: string) => string): void => {
  const text = readFileSync(path(file), 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file} did not change`);
  writeFileSync(path(file), changed);
};
const tool = (name: string, args: string[], env: Record<string, string> = {}) =>
  run(join(ROOT, 'node_modules/.bin', name), args, { cwd: COPY, env: { ...process.env, ...env }, maxBuffer: 10_000_000 });

/** The numbered steps of a section of ARCHITECTURE.md. */
function stepsOf(title: string): string[] {
  const section = new RegExp(`^## ${title}\n([\\s\\S]*?)^## `, 'm').exec(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'))?.[1] ?? '';
  return section.split(/^\d\. /m).slice(1);
}
/** The first thing between backticks that fits. */
const quoted = (step: string, pattern: RegExp): string => {
  const found = [...step.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)]
    .map(([, text]) => text ?? '')
    .find((text) => pattern.test(text));
  if (found === undefined) throw new Error(`nothing like ${pattern} in: ${step}`);
  return found;
};
const blockOf = (step: string): string => (/^ {3}```\w+\n([\s\S]*?)^ {3}```/m.exec(step)?.[1] ?? '').replace(/^ {3}/gm, '');
const filesOf = (pattern: string): string[] => {
  const names = /\{(.*)\}/.exec(pattern)?.[1]?.split(',');
  return names ? names.map((name) => pattern.replace(/\{.*\}/, name)) : [pattern];
};
const migrationOf = (step: string): string[] =>
  quoted(step, /^npm run db:generate/)
    .replace('npm run db:generate -- ', 'generate ')
    .split(' ');

/** Writes the blocks of "Add an area" into the copy, and does what the steps say beside them. */
async function addArea(): Promise<string[]> {
  const written: string[] = [];
  for (const step of stepsOf('Add an area')) {
    for (const file of filesOf(quoted(step, /^(contract|server|src|public)\//))) {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(file), blockOf(step));
      written.push(file);
    }
    if (step.includes('` the line')) {
      const registry = quoted(step, /\/(?:index|module)\.ts$/);
      const line = quoted(step, /^import /);
      const name = /\{ (\w+) \}/.exec(line)?.[1] ?? '';
      edit(registry, (text) =>
        `${line}\n${text}`.replace(/^( {2}areas: \[|export const \w+: readonly AreaRoutes\[\] = \[)/m, `$1${name}, `),
      );
      written.push(registry);
    }
    if (step.includes('npm run db:generate')) await tool('drizzle-kit', migrationOf(step));
  }
  return written;
}

/** The same for "Add a field", whose steps name a file and a field that is written beside the others there. */
async function addField(): Promise<void> {
  for (const step of stepsOf('Add a field')) {
    const [file = ''] = filesOf(quoted(step, /^(contract|server|src|public)\//));
    if (!file.endsWith('.ts')) continue;
    const field = quoted(step, /^tyres: /);
    edit(file, (text) =>
      text
        .replace('slots: ', () => `${field}, slots: `)
        .replaceAll(`'slots']`, `'slots', 'tyres']`)
        .replace(`filters: ['code', 'warehouseId']`, `filters: ['code', 'warehouseId', 'tyres']`),
    );
    if (step.includes('npm run db:generate')) await tool('drizzle-kit', migrationOf(step));
  }
}

describe('what ARCHITECTURE.md says of a new area and a new field', () => {
  let database: TestDatabase | undefined;
  let written: string[];

  beforeAll(async () => {
    rmSync(COPY, { recursive: true, force: true });
    mkdirSync(COPY, { recursive: true });
    for (const folder of ['contract', 'print', 'public/locales', 'server', 'src', 'tests/support'])
      cpSync(join(ROOT, folder), path(folder), { recursive: true });
    for (const file of [
      'package.json',
      'drizzle.config.ts',
      'tsconfig.json',
      'tsconfig.base.json',
      'tsconfig.server.json',
      'tsconfig.app.json',
      'tsconfig.tests.json',
    ])
      cpSync(join(ROOT, file), path(file));
    // Without the folders that it leaves out, of which the copy is one.
    const { ignorePatterns: _ignored, ...lint } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'));
    writeFileSync(path('.oxlintrc.json'), JSON.stringify(lint));
    symlinkSync(join(ROOT, 'node_modules'), path('node_modules'));
    written = await addArea();
    await addField();
    database = await createDatabase({ sample: true });
  });
  afterAll(async () => {
    await database?.drop();
    rmSync(COPY, { recursive: true, force: true });
  });

  it('can be pasted: it compiles, and the linter has nothing against it', async () => {
    const sources = written.filter((file) => /\.tsx?$/.test(file));
    expect(sources).toHaveLength(6);
    const { stdout } = await tool('oxlint', ['--type-aware', '--type-check', '--deny-warnings', ...sources]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toContain('Found 0 warnings and 0 errors');
  });

  it('works after the next start: form, search, filter, history and screen', async () => {
    const env = { DATABASE_URL: database?.url ?? '', KONTOR_DATA: path('data'), LOG_LEVEL: 'error' };
    const { stdout } = await tool('tsx', ['tests/support/start-pasted.ts'], env);
    const answers = JSON.parse(stdout.split('\n').findLast((line) => line.startsWith('{')) ?? '{}');
    const cart = { code: 'CART-1', slots: 12, tyres: 6 };
    expect(answers).toMatchObject({
      made: { code: 'OK', data: cart },
      found: { code: 'OK', total: 1, data: [cart] },
      others: { code: 'OK', total: 0 },
      history: { data: [{ action: 'create', after: cart }] },
      mask: { code: 'OK' },
    });
    expect(answers.mask.data.columns.map(({ field }: { field: string }) => field)).toEqual(['code', 'warehouseId', 'slots', 'tyres']);
    for (const locale of ['en', 'cn', 'de']) expect(existsSync(path(`public/locales/${locale}/carts.json`))).toBe(true);
  });
});
