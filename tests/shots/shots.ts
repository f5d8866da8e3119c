// `npm run shots [words]`: a picture of every declared screen into .shots/, of those whose names hold all the words.
// For example: npm run shots wms-item 390 de dark. With --picture it makes docs/list.png, the picture of the README.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { LOCALE_TAGS, LOCALES, type Locale } from '#contract/core/limits';
import { atRest, watchTraffic } from '../support/at-rest.ts';
import { launchBrowser } from '../support/browser.ts';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { ALL_ROUND, fill } from './fill.ts';
import { inspect } from './inspect.ts';
import { type Screen, screens } from './screens.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, '.shots');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const MODES = ['light', 'dark'] as const;

type Variant = { name: string; size: (typeof SIZES)[number]; locale: Locale; mode: (typeof MODES)[number] };
const VARIANTS: Variant[] = SIZES.flatMap((size) =>
  LOCALES.flatMap((locale) => MODES.map((mode) => ({ name: `${size.width}-${locale}-${mode}`, size, locale, mode }))),
);

async function openContext(browser: Browser, url: string, { size, locale, mode }: Variant, token: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: size, locale: LOCALE_TAGS[locale], colorScheme: mode });
  await context.addInitScript((stored) => window.localStorage.setItem('kontor-locale', stored), locale);
  // Stations are pictured at work.
  await context.addInitScript((stored) => window.localStorage.setItem('kontor-station', stored), JSON.stringify(ALL_ROUND));
  // The transformer of these files names inner functions by a helper that a page does not have.
  await context.addInitScript('globalThis.__name = (inner) => inner');
  if (token) {
    const cookie = { url, sameSite: 'Strict' as const };
    await context.addCookies([
      { ...cookie, name: 'kontor-token', value: token },
      { ...cookie, name: 'kontor-created', value: String(Date.now()) },
    ]);
  }
  return context;
}

/** Still: nothing loads, nothing is busy, no skeleton and no text on its way. */
async function settle(page: Page): Promise<void> {
  await atRest(page);
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true], .m-skeleton, .k-page-loading, :is(h1, h2):empty'),
    undefined,
    { timeout: 10_000 },
  );
  await page.evaluate(() => document.fonts.ready);
}

async function take(context: BrowserContext, screen: Screen, variant: Variant): Promise<Shot> {
  const page = await context.newPage();
  watchTraffic(page);
  const findings: string[] = [];
  page.on('console', (message) => message.type() === 'error' && findings.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => findings.push(`error: ${error.message}`));
  const file = `${screen.name}.${variant.name}.png`;
  try {
    await page.goto(screen.path);
    await settle(page).catch(() => findings.push('does not come to rest'));
    findings.push(...(await inspect(page)));
    await page.screenshot({ path: join(OUT, file), animations: 'disabled' });
  } finally {
    await page.close();
  }
  console.log(`${file}${findings.map((finding) => `\n    ${finding}`).join('')}`);
  return { screen: screen.name, variant: variant.name, file, findings };
}

async function takeAll(server: BuiltServer, token: string, words: string[]): Promise<Shot[]> {
  const browser = await launchBrowser();
  const all = await screens(server, token);
  const shots: Shot[] = [];
  try {
    for (const variant of VARIANTS) {
      for (const signedIn of [false, true]) {
        const wanted = all.filter(
          (screen) => screen.signedIn === signedIn && words.every((word) => `${screen.name}.${variant.name}`.includes(word)),
        );
        if (wanted.length === 0) continue;
        const context = await openContext(browser, server.url, variant, signedIn ? token : null);
        for (const screen of wanted) shots.push(await take(context, screen, variant));
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  return shots;
}

async function main(args: string[]): Promise<void> {
  const picture = args.includes('--picture');
  const words = picture ? ['wms-item.1440-en-light'] : args;
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-shots-'));
  const server = await startBuilt({ KONTOR_DATA: dataDir });
  try {
    const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', {
      account: 'admin@kontor.example',
      passwd: 'kontor-sample',
    });
    await fill(server, data.token);
    const shots = await takeAll(server, data.token, words);
    writeFileSync(join(OUT, 'index.html'), contactSheet(shots));
    const remarks = shots.filter(({ findings }) => findings.length > 0).length;
    console.log(`${shots.length} pictures, ${remarks} with remarks: .shots/index.html`);
    if (picture && shots[0]) {
      const target = join(ROOT, 'docs/list.png');
      await sharp(join(OUT, shots[0].file)).png({ palette: true, colours: 128, effort: 10 }).toFile(target);
    }
  } finally {
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
