// Budgets of the browser part (gzip, kB = 1000 bytes). What counts is followed from the build's own manifest, because names of
// files change with every build: a chunk and everything it imports, not what it may load later.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('dist/web/.vite/manifest.json', import.meta.url), 'utf8'));

function closure(sources, seen = new Set()) {
  for (const source of sources) {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} is not in the build; .size-limit.mjs names it`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    closure(chunk.imports ?? [], seen);
  }
  return seen;
}

const paths = (files) => [...files].filter((file) => file.endsWith('.js')).map((file) => `dist/web/${file}`);

const LOGIN = ['index.html'];
/** Application, list page, calls and live channel; dialogs come when somebody opens them. */
const FIRST_LIST = [...LOGIN, 'src/App.tsx', 'src/mask/pages.tsx', 'src/providers/http.ts'];

const shared = closure(FIRST_LIST);
const own = Object.keys(manifest).filter((source) => /^src\/resources\/[^/]+\//.test(source) && manifest[source].isDynamicEntry);

export default [
  { name: 'JavaScript before the login is usable', path: paths(closure(LOGIN)), limit: '100 kB', gzip: true },
  { name: 'JavaScript before the first list is usable', path: paths(shared), limit: '420 kB', gzip: true },
  ...own.map((source) => ({
    name: `own pages: ${source}`,
    path: paths([...closure([source])].filter((file) => !shared.has(file))),
    limit: '25 kB',
    gzip: true,
  })),
];
