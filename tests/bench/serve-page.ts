import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** Answers a path that is no file of the page; null: there is nothing. */
type Other = (path: string) => Promise<Uint8Array | null>;

/** A page of the benchmark (`tests/bench/<folder>`), built as the application is and served from a folder of its own: nothing of it is shipped. */
export async function servePage(folder: string, other: Other = async () => null): Promise<{ url: string; close: () => void }> {
  const outDir = mkdtempSync(join(tmpdir(), `kontor-${folder}-`));
  await build({
    configFile: false,
    root: join(import.meta.dirname, folder),
    plugins: [react()],
    logLevel: 'error',
    publicDir: join(import.meta.dirname, '../../public'),
    build: { outDir, target: 'es2022', emptyOutDir: true },
    worker: { format: 'es' },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const answer = (content: Uint8Array | null, type: string): void => {
      if (content) response.writeHead(200, { 'content-type': type }).end(content);
      else response.writeHead(404).end();
    };
    try {
      answer(readFileSync(join(outDir, path === '/' ? 'index.html' : path)), TYPES[extname(path) || '.html'] ?? 'application/octet-stream');
    } catch {
      other(path).then(
        (content) => answer(content, 'application/octet-stream'),
        () => response.writeHead(500).end(),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
