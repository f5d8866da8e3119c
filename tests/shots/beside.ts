// Pictures of docs/mock-ups: a mock-up of the design at the left, the screen that was made of it at the right.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { watchTraffic } from '../support/at-rest.ts';
import { launchBrowser } from '../support/browser.ts';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { houseFolder } from '../support/house-folder.ts';
import { openContext, readNews, settle } from './context.ts';
import { MOCK_UPS, type MockUp, type State } from './mock-ups.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'docs/mock-ups');
const PASSWORD = 'kontor-sample';
/** Pixels: the height of a picture, and what is between two. */
const HEIGHT = 720;
const GAP = 16;
const IN_ROW = 3;

type Signed = { server: BuiltServer; token: string | null };
type Row = { id: string; no: string };

async function signIn(server: BuiltServer, account: string, passwd = PASSWORD): Promise<string> {
  const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', { account, passwd });
  return data.token;
}

async function addressOf({ path, record, scan }: State, { server, token }: Signed): Promise<string> {
  const list = record ?? scan;
  if (!list) return path;
  const { data } = await server.call<Row[]>('GET', `/v0/${list}&l=1`, undefined, token ?? undefined);
  const row = data[0];
  if (!row) throw new Error(`${list} has no row`);
  return record ? `${path}/${row.id}` : `${path}?code=${row.no}`;
}

async function photograph(page: Page, state: State, signed: Signed): Promise<Buffer> {
  const rest = () => (state.shows ? page.locator(state.shows).first().waitFor() : settle(page));
  await state.before?.(page);
  await page.goto(await addressOf(state, signed));
  await rest();
  await state.act?.(page);
  await rest();
  return page.screenshot({ animations: 'disabled' });
}

/** Pictures of one height, at most three in a row. */
async function together(pictures: readonly (Buffer | string)[]): Promise<Buffer> {
  const tiles = await Promise.all(
    pictures.map(async (picture) => {
      const { data, info } = await sharp(picture).resize({ height: HEIGHT }).png().toBuffer({ resolveWithObject: true });
      return { data, width: info.width };
    }),
  );
  const step = Math.max(...tiles.map(({ width }) => width)) + GAP;
  const rows = Math.ceil(tiles.length / IN_ROW);
  const width = Math.min(tiles.length, IN_ROW) * step - GAP;
  return sharp({ create: { width, height: rows * (HEIGHT + GAP) - GAP, channels: 3, background: '#b8bec6' } })
    .composite(tiles.map(({ data }, i) => ({ input: data, left: (i % IN_ROW) * step, top: Math.floor(i / IN_ROW) * (HEIGHT + GAP) })))
    .png()
    .toBuffer();
}

async function take(browser: Browser, mockUp: MockUp, signed: Signed, folder: string): Promise<void> {
  const { name, size, states } = mockUp;
  const context = await openContext(browser, signed.server.url, { size, locale: 'en', mode: 'light' }, signed.token);
  const shown: Buffer[] = [];
  for (const state of states) {
    const page = await context.newPage();
    watchTraffic(page);
    shown.push(await photograph(page, state, signed));
    await page.close();
  }
  await context.close();
  const pair = await together([join(folder, `${name}.png`), ...shown]);
  const data = await sharp(pair).webp({ quality: 70, effort: 6 }).toBuffer();
  const file = `${name.replace(/\..*$/, '')}.webp`;
  writeFileSync(join(OUT, file), data);
  console.log(`${file} ${Math.round(data.byteLength / 1000)} kB`);
}

/** An empty production house with its first administrator. */
async function newHouse(): Promise<Signed & { end: () => Promise<void> }> {
  const dir = houseFolder('new');
  const env = { KONTOR_DATA: dir, KONTOR_MODE: 'production', KONTOR_ORIGIN: 'http://127.0.0.1', KONTOR_SECRET: 'x'.repeat(32) };
  const account = 'anna@hafen.example';
  const first = ['--command', 'admin:create', '--account', account, '--name', 'Anna Hafen', '--password', 'a quiet harbour at night'];
  execFileSync(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...first], { cwd: ROOT, env: { ...process.env, ...env } });
  const server = await startBuilt(env);
  const end = async () => {
    await server.end();
    rmSync(dir, { recursive: true, force: true });
  };
  return { server, token: await signIn(server, account, 'a quiet harbour at night'), end };
}

/** Takes the screens of the mock-ups whose pictures are in `folder`, of those whose names begin with one of the words. */
export async function takeBeside(server: BuiltServer, folder: string, words: readonly string[]): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const mockUp of MOCK_UPS.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)))) {
      if (mockUp.as === 'new') {
        const house = await newHouse();
        try {
          await take(browser, mockUp, house, folder);
        } finally {
          await house.end();
        }
        continue;
      }
      const token = mockUp.as ? await signIn(server, `${mockUp.as}@kontor.example`) : null;
      if (token) await readNews(browser, server.url, token);
      await take(browser, mockUp, { server, token }, folder);
    }
  } finally {
    await browser.close();
  }
}
