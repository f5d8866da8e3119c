import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './prepare.mjs';

const SYSTEM = '/usr/bin/chromium';
const SHELL = '/usr/bin/chromium-headless-shell';
const HINT = 'The browser tests need Chromium: install it, or set KONTOR_CHROMIUM to its program.';

/** Finds a browser for the tests, or installs one: by apt where it may, else Playwright's own. Answers its path. */
export async function findBrowser() {
  const named = process.env.KONTOR_CHROMIUM;
  if (named) return existsSync(named) ? named : fail(`KONTOR_CHROMIUM names ${named}, where nothing is. ${HINT}`);
  const found = [SYSTEM, '/usr/bin/chromium-browser', '/usr/bin/google-chrome', await ofPlaywright()].find(
    (path) => path && existsSync(path),
  );
  return found ?? (await installBrowser());
}

async function installBrowser() {
  console.log('Installing a browser for the tests …');
  if (byApt('chromium') && existsSync(SYSTEM)) return SYSTEM;
  spawnSync(process.execPath, [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
  const path = await ofPlaywright();
  return existsSync(path) ? path : fail(HINT);
}

/**
 * Finds or installs the same Chromium without its windows, which most browser tests run in because it takes less of the processor. Answers its
 * path, or an empty text where there is none of the version of the whole browser: then they run in that.
 */
export function findShell(browser) {
  if (browser !== SYSTEM) return '';
  if (!existsSync(SHELL)) byApt('chromium-headless-shell');
  return existsSync(SHELL) && versionOf(SHELL) === versionOf(SYSTEM) ? SHELL : '';
}

/** Installs a package of Debian; false where that is not possible. */
function byApt(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const apt = (args) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
  const install = () => apt(['install', '-y', '-q', '--no-install-recommends', name]);
  return install() || (apt(['update', '-q']) && install());
}

const versionOf = (program) => /[\d.]+/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)?.[0];

async function ofPlaywright() {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
