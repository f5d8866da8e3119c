import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT, run, tool } from './prepare.mjs';

/** Runs named steps one after the other; the first that fails ends the process with its exit code. */
export function runSteps(steps) {
  for (const [name, step] of Object.entries(steps)) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(1, 70 - name.length))}`);
    step();
  }
}

/** TypeScript 7 is a native program. It checks types in half of the processor time but has no API for programs, so 5.9 is installed too. */
const NATIVE_TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');

export const CHECKS = {
  'format and import order': () => tool('biome', ['check']),
  lint: () => tool('oxlint', ['--deny-warnings']),
  types: () => run(process.execPath, [NATIVE_TSC, '-b']),
  'who may import whom': () => tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'contract', 'print', 'server', 'src', 'tests']),
  'dead code': () => tool('knip', []),
};

const totals = { passed: 0, failed: 0 };

/** Runs the tests of some projects; what passed and failed is added to the totals. */
export function runTests(projects, env = {}) {
  const report = join(ROOT, '.tmp', `tests-${projects.join('-')}.json`);
  mkdirSync(join(ROOT, '.tmp'), { recursive: true });
  rmSync(report, { force: true });
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects.flatMap((name) => ['--project', name]),
  ];
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const failed = count(report);
  if (status === 0) return;
  // A run can fail without a failed test: a file that does not load, an error outside a test.
  if (failed === 0) totals.failed += 1;
  printTotals();
  process.exit(status ?? 1);
}

function count(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    totals.passed += numPassedTests;
    totals.failed += numFailedTests;
    return numFailedTests;
  } catch (error) {
    return fail(`The tests left no report: ${error.message}`);
  }
}

export function printTotals() {
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
}
