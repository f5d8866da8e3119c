import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from '../../scripts/browser.mjs';
import { ROOT } from '../../scripts/prepare.mjs';
import { markedTitles } from './reliability.ts';

/** `npm run reliability [-- files and options of vitest]`: runs every test file that shows a promise, or those named, and writes docs/reliability.md. */
const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : [...new Set(markedTitles().map(({ file }) => file))];
const { status } = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), ['run', ...given, ...files], {
  cwd: ROOT,
  env: { ...process.env, KONTOR_RELIABILITY: 'write', KONTOR_CHROMIUM: await findBrowser() },
  stdio: 'inherit',
});
process.exit(status ?? 1);
