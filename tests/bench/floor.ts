import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { LOCALES } from '#contract/core/limits';
import { SENT_FILES } from '#contract/core/locale';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { houseFolder } from '../support/house-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What React alone costs: one button, built as the application is. */
async function buildFloor(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'floor'),
    plugins: [react()],
    logLevel: 'error',
    publicDir: false,
    build: { outDir, target: 'es2022', emptyOutDir: true, manifest: true, modulePreload: { polyfill: false } },
  });
  const assets = join(outDir, 'assets');
  // The server looks for texts that the bare page has none of.
  for (const locale of LOCALES) {
    mkdirSync(join(outDir, 'locales', locale), { recursive: true });
    for (const name of SENT_FILES) writeFileSync(join(outDir, 'locales', locale, `${name}.json`), '{}');
  }
  for (const name of readdirSync(assets)) writeFileSync(join(assets, `${name}.br`), brotliCompressSync(readFileSync(join(assets, name))));
}

/** The built server once more, in a folder of its own where the bare page stands in the application's place: same process, headers and files. */
export async function startFloor(env: Record<string, string>): Promise<BuiltServer> {
  const root = houseFolder('floor');
  mkdirSync(join(root, 'dist'));
  await buildFloor(join(root, 'dist/web'));
  // A copy: behind a link it would find its way back to the application.
  cpSync(join(ROOT, 'dist/server'), join(root, 'dist/server'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const name of ['node_modules', 'server', 'public']) symlinkSync(join(ROOT, name), join(root, name));
  const server = await startBuilt({ KONTOR_DATA: join(root, 'data'), ...env }, join(root, 'dist/server/main.js'));
  return {
    ...server,
    async end() {
      await server.end();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
