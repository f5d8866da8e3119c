// `npm run rigs:mutate`: takes one guard out at a time and requires that a test fails (reliability.md R6). First those of rows, calls and audit,
// which one running server switches off (tests/guards, part of `npm test` too); then those of warehouse, labels, books, prices, bills and bank, in a copy in a temporary folder.
// `npm run rigs:mutate -- guards` runs only the former, `npm run rigs:mutate -- lock` only what has that word in its name.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTATIONS } from './mutations.ts';

const ROOT = join(import.meta.dirname, '../..');
const word = process.argv[2] ?? '';
let wrong = 0;

/** Runs tests and answers their report; null where none ran, which proves nothing. */
function report(cwd, project, more = []) {
  const file = join(copy, 'report.json');
  rmSync(file, { force: true });
  const args = ['run', '--project', project, '--reporter', 'json', '--outputFile', file, ...more];
  spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd, stdio: 'ignore' });
  try {
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const tests = testResults.flatMap((one) => one.assertionResults);
    return numFailedTests + numPassedTests === 0 ? null : { failed: numFailedTests, tests };
  } catch {
    return null;
  }
}

const copy = mkdtempSync(join(tmpdir(), 'kontor-mutation-'));
// Started as root, PostgreSQL runs as a user who must get in.
chmodSync(copy, 0o755);
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const folder of ['contract', 'print', 'public', 'server', 'src', 'tests'])
  cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
for (const file of readdirSync(ROOT).filter((name) => /^(package|tsconfig.*|vitest\.config)\.(json|ts)$/.test(name)))
  cpSync(join(ROOT, file), join(copy, file));
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

/** How many tests failed, and the first of them. */
function failures(rig) {
  const path = rig.includes('/') ? rig : `faults/${rig}`;
  const result = report(copy, path.split('/')[0], ['--bail', '1', `tests/${path}.test.ts`]);
  const first = result?.tests.find(({ status }) => status === 'failed');
  return result && { failed: result.failed, first: first?.title ?? '', said: first?.failureMessages?.[0]?.split('\n')[0] ?? '' };
}

/** Tests of these groups remove a guard and fail where nothing shows it. */
const REMOVALS = / is missed when it is removed$/;

function guards() {
  const result = report(ROOT, 'guards');
  if (!result) throw new Error('the tests of the guards did not run');
  console.log('| removed guard, and what shows it | a test fails |\n| --- | --- |');
  for (const { ancestorTitles, title, status } of result.tests)
    if (ancestorTitles.some((group) => REMOVALS.test(group))) console.log(`| ${title} | ${status === 'passed' ? 'yes' : '**no**'} |`);
  const others = result.tests.filter(
    ({ ancestorTitles, status }) => status === 'failed' && !ancestorTitles.some((group) => REMOVALS.test(group)),
  );
  for (const { fullName } of others) console.error(`fails with every guard in place: ${fullName}`);
  wrong += result.failed;
  console.log();
}

function mutate({ name, file, out, in: put }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(out).length !== 2) throw new Error(`${name}: ${file} does not have its text exactly once`);
  writeFileSync(
    path,
    text.replace(out, () => put),
  );
  return () => writeFileSync(path, text);
}

if (word === '' || word === 'guards') guards();
const chosen = MUTATIONS.filter(({ name }) => name.includes(word) && word !== 'guards');
for (const rig of new Set(chosen.map(({ rig }) => rig))) {
  const result = failures(rig);
  if (result?.failed !== 0) throw new Error(`${rig} is not green by itself: ${JSON.stringify(result)}`);
}
if (chosen.length > 0) console.log('| taken out | rig | went red | by |\n| --- | --- | --- | --- |');
for (const mutation of chosen) {
  const restore = mutate(mutation);
  const result = failures(mutation.rig);
  restore();
  const red = result !== null && result.failed > 0;
  if (!red) wrong += 1;
  console.log(
    `| ${mutation.name} | ${mutation.rig} | ${result === null ? 'did not run' : red ? 'yes' : '**no**'} | ${result?.first ?? ''} |`,
  );
  if (red && process.env['VERBOSE']) console.error(`  ${result.said}`);
}
process.exitCode = wrong > 0 ? 1 : 0;
