import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './prepare.mjs';

const SYSTEM = '/usr/bin/chromium';
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
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const apt = (args) =>
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
    if (apt(['update', '-q']) && apt(['install', '-y', '-q', '--no-install-recommends', 'chromium']) && existsSync(SYSTEM)) return SYSTEM;
  }
  spawnSync(process.execPath, [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
  const path = await ofPlaywright();
  return existsSync(path) ? path : fail(HINT);
}

async function ofPlaywright() {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
