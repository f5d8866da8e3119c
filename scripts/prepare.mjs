// Plain Node without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends the process with a sentence, unless Node is one that package.json allows. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || major > 22 || (major === 22 && minor >= 12)) return;
  fail(`Kontor needs Node 20.19 or newer (20.x, or 22.12 and up); this is ${process.versions.node}.`);
}

/** Installs the dependencies when they are missing or are not those of the lockfile. */
export function install() {
  if (isInstalled()) return;
  console.log('Installing the dependencies …');
  // Every dependency ships its binaries inside the package, so install scripts are neither needed nor run. Not `npm ci`: it
  // refuses a lockfile without the optional packages of every other platform, and not every registry mirror carries those.
  run('npm', [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--include=dev',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}

/** npm keeps a list of what it installed; optional packages of other platforms are not in it. */
function isInstalled() {
  const list = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = packagesOf(list);
  return Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || (installed[path] ? installed[path].version === version : optional),
  );
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Builds both sides when a source is newer than the last build. */
export function build() {
  const stamp = join(ROOT, 'dist/.built');
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const sources = [
    'src',
    'server',
    'contract',
    'print',
    'public',
    'docs/guide',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/guide-pages.ts',
    'scripts/page-paths.ts',
  ];
  const begun = new Date();
  if (sources.every((path) => newest(join(ROOT, path)) < built)) return;
  console.log('Building …');
  run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
  writeFileSync(stamp, '');
  // What is changed while it builds must count as newer.
  utimesSync(stamp, begun, begun);
}

/** Runs a program in the repository; ends this process with its exit code when it fails. */
export function run(program, args, { env = {}, quiet = false } = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) fail(`${program} does not run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** A tool of node_modules/.bin, run by this very Node. */
export function tool(name, args, options) {
  run(join(ROOT, 'node_modules/.bin', name), args, options);
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
