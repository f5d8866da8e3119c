// Budgets of the browser part (gzip, kB = 1000 bytes). What counts is followed from the build's own manifest, because names of
// files change with every build: a chunk and everything it imports, not what it may load later.
import { readdirSync, readFileSync } from 'node:fs';

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

function inPackage(start) {
  return Object.keys(manifest).find((source) => source.includes(`node_modules/${start}`)) ?? start;
}

/** A chunk that several pages share has no source of its own. */
const named = (name) => Object.keys(manifest).find((source) => manifest[source].name === name) ?? name;

/** Workers stand in no manifest: the chunk that starts one names it. */
const workersOf = (files) =>
  [...files].flatMap((file) =>
    file.endsWith('.js')
      ? (readFileSync(new URL(`dist/web/${file}`, import.meta.url), 'utf8').match(/assets\/(?:worker|decode)-[\w-]+\.js/g) ?? [])
      : [],
  );

const paths = (files) => [...files].filter((file) => file.endsWith('.js')).map((file) => `dist/web/${file}`);

const LOGIN = ['index.html'];
/** Application, list page, live channel and the texts of the widgets; dialogs come when somebody opens them. */
const FIRST_LIST = [
  ...LOGIN,
  'src/App.tsx',
  'src/core/mask/pages.tsx',
  inPackage('socket.io-client/'),
  inPackage('antd/es/locale/en_GB'),
  named('dayjs.min'),
];

const lazy = Object.keys(manifest).filter((source) => manifest[source].isDynamicEntry);
const isArea = (source) => source.startsWith('src/resources/');
/** What the engine brings, dialogs included, is no area's own weight. */
const engine = closure(lazy.filter((source) => !isArea(source)).concat(LOGIN));

const STATION = 'src/scan/StationPage.tsx';
const CAMERA = 'src/scan/capture/camera.ts';
/** The reader for browsers that block WebAssembly. */
const CAMERA_LAST = 'src/scan/capture/decoders/js.ts';
const PDF = 'src/core/pdf/save-pdf.ts';
/** What the application has loaded anyway when somebody opens a station. */
const opened = closure([...LOGIN, 'src/App.tsx', 'src/scan/start.ts']);

/** What stands beside the title of an area's lists comes with the first rows; every list has the rest in common. */
const RESOURCES = new URL('src/resources/', import.meta.url);
const listHeads = readdirSync(RESOURCES, { recursive: true })
  .filter((path) => path.endsWith('/index.tsx'))
  .flatMap((path) => {
    const [, file] =
      /registerListHead\(\s*'\w+',\s*lazy\(\(\) => import\('\.\/([\w.]+)'\)/.exec(readFileSync(new URL(path, RESOURCES), 'utf8')) ?? [];
    const area = path.replace('/index.tsx', '');
    return file ? [{ area, source: `src/resources/${area}/${file}` }] : [];
  });

const camera = [...closure([CAMERA])].filter((file) => !opened.has(file));

const view = [...closure([named('PrintPage'), named('make')])].filter((file) => !opened.has(file));
const printing = new Set([...view, ...workersOf(view)]);

/** Fonts stand in the manifest by their own path. The letters beyond Latin-1 are loaded only where a page shows one. */
const FONT = manifest[inPackage('@fontsource-variable/inter/files/inter-latin-wght')].file;

export default [
  { name: 'JavaScript before the login is usable', path: paths(closure(LOGIN)), limit: '100 kB', gzip: true },
  { name: 'JavaScript before the first list is usable', path: paths(closure(FIRST_LIST)), limit: '420 kB', gzip: true },
  { name: 'the font, loaded beside the first page', path: `dist/web/${FONT}`, limit: '50 kB', gzip: true },
  ...listHeads.map(({ area, source }) => ({
    name: `JavaScript before the first list is usable: ${area}`,
    path: paths(closure([...FIRST_LIST, source])),
    limit: '420 kB',
    gzip: true,
  })),
  {
    name: 'a station, its engine with all profiles included',
    path: paths([...closure([STATION])].filter((file) => !opened.has(file))),
    limit: '45 kB',
    gzip: true,
  },
  {
    name: 'reading by camera, on demand',
    path: paths(new Set([...camera, ...workersOf(camera)])),
    limit: '40 kB',
    gzip: true,
  },
  {
    name: 'reading by camera where WebAssembly is blocked',
    path: paths([...closure([CAMERA_LAST])].filter((file) => !opened.has(file))),
    limit: '120 kB',
    gzip: true,
  },
  { name: 'printing, with the worker that draws', path: paths(printing), limit: '220 kB', gzip: true },
  {
    name: 'saving a screen as PDF, on demand',
    path: paths([...closure([PDF])].filter((file) => !opened.has(file))),
    limit: '170 kB',
    gzip: true,
  },
  ...lazy.filter(isArea).map((source) => ({
    name: `own pages: ${source}`,
    path: paths([...closure([source])].filter((file) => !engine.has(file))),
    limit: '25 kB',
    gzip: true,
  })),
];
