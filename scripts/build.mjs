// Builds the browser's files and the server into dist/, and compresses the former once instead of on every call.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT, tool } from './prepare.mjs';

const WEB = join(ROOT, 'dist/web');
const COMPRESSED = /\.(js|css|json|svg|txt|wasm|webmanifest)$/;

const ASSETS = join(WEB, 'assets');
const FORMER = join(ROOT, 'dist/former-assets');
/** Pages that were not loaded anew since an update still find their parts: so long, and so many at most. */
const KEEP_DAYS = 14;
const KEEP_FILES = 300;

/** Always a production build: started by a test runner, which sets NODE_ENV to `test`, Vite would put React's development build in. */
const PRODUCTION = { env: { NODE_ENV: 'production' } };

rmSync(FORMER, { recursive: true, force: true });
if (existsSync(ASSETS)) renameSync(ASSETS, FORMER);
tool('vite', ['build', '--logLevel', 'warn'], PRODUCTION);
compress();
keepFormer();
tool('tsx', ['scripts/page-paths.ts', 'dist/pages.json']);
tool('vite', ['build', '--ssr', 'server/main.ts', '--outDir', 'dist/server', '--logLevel', 'warn'], PRODUCTION);

function keepFormer() {
  if (!existsSync(FORMER)) return;
  const former = readdirSync(FORMER)
    .filter((name) => !existsSync(join(ASSETS, name)))
    .map((name) => ({ name, at: statSync(join(FORMER, name)).mtimeMs }))
    .filter(({ at }) => at > Date.now() - KEEP_DAYS * 86_400_000)
    .sort((a, b) => b.at - a.at);
  for (const { name } of former.slice(0, KEEP_FILES)) renameSync(join(FORMER, name), join(ASSETS, name));
  rmSync(FORMER, { recursive: true, force: true });
}

function compress() {
  for (const entry of readdirSync(WEB, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    if (content.length < 1_024) continue;
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
  }
}
