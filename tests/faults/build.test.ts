import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../server/core/paths.ts';

const WEB = join(ROOT, 'dist/web');
type Chunk = { file: string };

/** The scripts of this build. The folder also keeps those of former builds, for pages that were not loaded anew. */
const scripts = (): string[] => {
  const manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  return [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) => file.endsWith('.js'));
};
/** What only React's development build says, and what its production build says instead. */
const DEVELOPMENT = /jsxDEV|Download the React DevTools|Each child in a list should have a unique|@vite\/client/;
const PRODUCTION = 'Minified React error #';

it('what is started is a production build, also where a test runner built it', () => {
  // A test runner has set this, and the build before the tests inherits it.
  expect(process.env['NODE_ENV']).toBe('test');
  const texts = scripts().map((file) => ({ file, text: readFileSync(join(WEB, file), 'utf8') }));
  expect(texts.filter(({ text }) => DEVELOPMENT.test(text)).map(({ file }) => file)).toEqual([]);
  expect(texts.some(({ text }) => text.includes(PRODUCTION))).toBe(true);
});
