// Builds the browser's files and the server into dist/, and compresses the former once instead of on every call.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT, tool } from './prepare.mjs';

const WEB = join(ROOT, 'dist/web');
const COMPRESSED = /\.(js|css|json|svg|txt|webmanifest)$/;

tool('vite', ['build', '--logLevel', 'warn']);
compress();
tool('vite', ['build', '--ssr', 'server/main.ts', '--outDir', 'dist/server', '--logLevel', 'warn']);

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
