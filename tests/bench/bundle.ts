import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import type { BuiltServer } from '../support/built.ts';
import { kB, type Table } from './measure.ts';

const WEB = join(import.meta.dirname, '../../dist/web');

type Loaded = { files: number; raw: number; gzip: number; brotli: number };

function weigh(paths: ReadonlySet<string>): Loaded {
  const contents = [...paths].map((path) => readFileSync(join(WEB, path)));
  const sum = (size: (content: Buffer) => number): number => contents.reduce((total, content) => total + size(content), 0);
  return {
    files: contents.length,
    raw: sum((content) => content.length),
    gzip: sum((content) => gzipSync(content, { level: 9 }).length),
    brotli: sum((content) => brotliCompressSync(content).length),
  };
}

/** Every script that a fresh browser asks for until the step is done. */
async function loaded(browser: Browser, url: string, token: string | null, path: string, ready: string): Promise<Loaded> {
  const context = await browser.newContext();
  if (token) {
    const cookie = { url, sameSite: 'Strict' as const };
    await context.addCookies([
      { ...cookie, name: 'kontor-token', value: token },
      { ...cookie, name: 'kontor-created', value: String(Date.now()) },
    ]);
  }
  const page = await context.newPage();
  const scripts = new Set<string>();
  let counting = true;
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (counting && pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.locator(ready).first().waitFor();
  counting = false;
  await context.close();
  return weigh(scripts);
}

export async function benchBundle(server: BuiltServer, token: string): Promise<Table[]> {
  const browser = await launchBrowser();
  try {
    const login = await loaded(browser, server.url, null, '/login', 'input[type=password]');
    const list = await loaded(browser, server.url, token, '/wms/item', '[role=grid] [data-index]');
    const line = (name: string, { files, raw, gzip, brotli }: Loaded) => [name, files, kB(raw), kB(gzip), kB(brotli)];
    return [
      {
        title: 'JavaScript before something can be used',
        note: 'What a fresh browser asked for until the password could be typed, and until the first rows stood on the screen. kB = 1,000 bytes.',
        head: ['until', 'files', 'raw', 'gzip', 'brotli'],
        rows: [line('the login is usable', login), line('the first list is usable', list)],
      },
    ];
  } finally {
    await browser.close();
  }
}
