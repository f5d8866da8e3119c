import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { fail, ROOT } from './prepare.mjs';

/** TypeScript 7 is a native program. It checks types in half of the processor time but has no API for programs, so 5.9 is installed too. */
const NATIVE_TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');
const node = (...args) => [process.execPath, ...args];
const tool = (name, ...args) => [join(ROOT, 'node_modules/.bin', name), ...args];

/** Two queues of commands that run beside each other. The first queue takes as many cores as there are, where one waits for the disk. */
export const CHECKS = [
  {
    'format and import order': tool('biome', 'check'),
    lint: tool('oxlint', '--deny-warnings'),
    types: node(NATIVE_TSC, '-b'),
  },
  {
    'who may import whom': tool('depcruise', '--config', '.dependency-cruiser.cjs', 'contract', 'print', 'server', 'src', 'tests'),
    'dead code': tool('knip'),
  },
];
export const BUILD = { build: node('scripts/build-stale.mjs'), 'size of the browser part': tool('size-limit') };

const headed = (name) => `\n── ${name} ${'─'.repeat(Math.max(1, 70 - name.length))}`;

const running = new Set();

/** Runs queues of named commands beside each other, each of one after the other. The first that fails ends the process with its exit code. */
export const runBeside = (queues) => Promise.all(queues.map(runQueue));

async function runQueue(steps) {
  for (const [name, command] of Object.entries(steps)) {
    const { status, said } = await finish(command);
    console.log(`${headed(name)}\n${said}`);
    if (status === 0) continue;
    console.error(`Failed: ${name}`);
    for (const child of running) child.kill();
    process.exit(status);
  }
}

/** Keeps what a command says until it ends, so that two at a time do not mix their lines. */
function finish([program, ...args]) {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  running.add(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
  return new Promise((done) => {
    const end = (status, words = '') => {
      running.delete(child);
      done({ status, said: Buffer.concat(said).toString() + words });
    };
    child.on('error', (error) => end(1, `${program} does not run: ${error.message}\n`));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Bytes that the databases, data folders and browser profiles of a whole run need at most, with room: more with each worker (vitest.config.ts). */
const RUN_BYTES = 2e9 + 2e9 * Math.max(2, availableParallelism());
const MEMORY = '/dev/shm';

/**
 * A folder in memory for everything that tests write, where the machine has room for it; null otherwise. A test file has a database of its
 * own, a copy of 1,500 files: on a disk that takes over a second after the first dozen, in memory a fifteenth of it.
 */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    // What lies there counts as memory in use.
    if (process.env.TMPDIR || Math.min(bavail * bsize, freemem() / 2) < RUN_BYTES) return null;
    const folder = mkdtempSync(join(MEMORY, 'kontor-'));
    // Started by root, PostgreSQL runs as a user who must get in.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return null;
  }
}

const totals = { passed: 0, failed: 0 };

/** Runs the tests of some projects; what passed and failed is added to the totals. */
export function runTests(projects, env = {}) {
  console.log(headed(`tests: ${projects.join(', ')}`));
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
  const folder = memoryFolder();
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, {
    cwd: ROOT,
    env: { ...process.env, ...(folder ? { TMPDIR: folder } : {}), ...env },
    stdio: 'inherit',
  });
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
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
