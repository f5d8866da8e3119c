import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { LOCALES } from './contract/core/limits.ts';
import { guidePages } from './scripts/guide-pages.ts';

const WORKER = 'src/scan/sw/worker.ts';
/** Packages of refine and jspdf that nothing here uses (src/providers/unused-package.ts). */
const UNUSED = fileURLToPath(new URL('src/providers/unused-package.ts', import.meta.url));
const UNUSED_PACKAGES = ['papaparse', 'qs', 'react-markdown', 'remark-gfm', 'rc-field-form', 'fuse.js', 'canvg', 'dompurify', 'fast-png'];
const REPLACED = {
  ...Object.fromEntries(UNUSED_PACKAGES.map((name) => [name, UNUSED])),
  'resize-observer-polyfill': fileURLToPath(new URL('src/providers/native-resize-observer.ts', import.meta.url)),
};

/** Where what a station needs begins, beside the page itself; each with all that it imports. */
const STATION_ROOTS = [
  /\/src\/App\.tsx$/,
  /\/src\/scan\/(StationPage|CommandSheet|parts\/Sheets|parts\/CameraPanel)\.tsx$/,
  /\/src\/scan\/start\.ts$/,
  /\/src\/scan\/capture\/camera\.ts$/,
  /\/src\/scan\/capture\/decoders\/js\.ts$/,
  /\/socket\.io-client\//,
  /\/antd\/es\/locale\/(en_GB|de_DE|zh_CN)/,
  /\/dayjs\/(dayjs|locale\/(de|zh-cn))/,
];
/** The worker that reads camera pictures, and its program: files that no chunk imports. */
const DECODER_FILES = /^assets\/(decode|zxing_reader)-[\w-]+\.(js|wasm)$/;
/** The font that every page shows at once. */
const FONT_FILE = /^assets\/inter-latin-wght-normal-[\w-]+\.woff2$/;
const STATION_TEXTS = ['common', 'login', 'shell', 'menu', 'scan'];

/** Tells the service worker which files of this build a station needs (`__SHELL__` in worker.ts). */
const shellList: Plugin = {
  name: 'kontor-shell-list',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
    const worker = chunks.find(({ fileName }) => fileName === 'sw.js');
    const page = chunks.find(({ isEntry, fileName }) => isEntry && fileName !== 'sw.js');
    if (!worker || !page) return;
    const files = new Set<string>();
    const add = (fileName: string): void => {
      const chunk = chunks.find((one) => one.fileName === fileName);
      if (!chunk || files.has(fileName)) return;
      files.add(fileName);
      for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
      for (const next of chunk.imports) add(next);
    };
    add(page.fileName);
    for (const { moduleIds, fileName } of chunks) if (moduleIds.some((id) => STATION_ROOTS.some((root) => root.test(id)))) add(fileName);
    for (const fileName of Object.keys(bundle)) if (DECODER_FILES.test(fileName) || FONT_FILE.test(fileName)) files.add(fileName);
    const version = page.fileName.replace(/^.*-([\w-]+)\.js$/, '$1');
    const texts = LOCALES.flatMap((locale) =>
      STATION_TEXTS.map((name) => `/locales/${locale}/${name}.json?v=${encodeURIComponent(version)}`),
    );
    const list = { version, entry: page.fileName, files: [...[...files].map((file) => `/${file}`), ...texts, '/kontor.svg'] };
    worker.code = worker.code.replaceAll('__SHELL__', `(${JSON.stringify(list)})`);
  },
};

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...args: never[]) => unknown>>[1];
/** The files that a chunk of this module imports, and its own. */
function closureOf(bundle: Bundle, module: RegExp): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || files.has(fileName)) return;
    files.add(fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const next of chunk.imports) add(next);
  };
  for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.moduleIds.some((id) => module.test(id))) add(part.fileName);
  return files;
}

/**
 * Each chunk lists the files that its lazy parts need, to load them at once. What the application has loaded before any of its parts is left
 * out of these lists: they are part of what every first list loads.
 */
const loaded = { page: new Set<string>(), app: new Set<string>() };
const noteLoaded: Plugin = {
  name: 'kontor-loaded-files',
  enforce: 'pre',
  generateBundle(_options, bundle) {
    loaded.page = closureOf(bundle, /\/index\.html$/);
    loaded.app = closureOf(bundle, /\/src\/App\.tsx$/);
  },
};
const stillToLoad = (_file: string, files: string[], { hostId }: { hostId: string }): string[] => {
  if (loaded.page.has(hostId)) return files;
  // A page without the application, such as a print view, finds a script by its import, but a style sheet only by this list.
  return files.filter((file) => !loaded.app.has(file) || (file.endsWith('.css') && !loaded.app.has(hostId)));
};

// One file for both builds: `vite build` makes the browser's files, `vite build --ssr` bundles the server.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), guidePages, ...(isSsrBuild ? [] : [noteLoaded, shellList])],
  html: { cspNonce: '__CSP_NONCE__' },
  ...(isSsrBuild ? {} : { resolve: { alias: REPLACED } }),
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        target: 'node20',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
      }
    : {
        target: 'es2022',
        outDir: 'dist/web',
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false, resolveDependencies: stillToLoad },
        manifest: true,
        rolldownOptions: {
          input: { index: 'index.html', sw: WORKER },
          output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
        },
      },
}));
