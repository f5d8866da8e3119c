// `npm run shots [words]`: a picture of every declared screen into .shots/, of those whose names hold all the words.
// For example: npm run shots wms-item 390 de dark. With --picture it makes docs/list.png, the picture of the README, with --guide [topics] the
// pictures of docs/guide.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import { LOCALES } from '#contract/core/limits';
import { watchTraffic } from '../support/at-rest.ts';
import { launchBrowser } from '../support/browser.ts';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { type Look, openContext, settle } from './context.ts';
import { fill } from './fill.ts';
import { takeGuide } from './guide.ts';
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

type Variant = Look & { name: string };
const VARIANTS: Variant[] = SIZES.flatMap((size) =>
  LOCALES.flatMap((locale) => MODES.map((mode) => ({ name: `${size.width}-${locale}-${mode}`, size, locale, mode }))),
);

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
  const server = await startBuilt({ KONTOR_DATA: dataDir, ...(args.includes('--guide') ? { KONTOR_SAMPLE: 'full' } : {}) });
  try {
    const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', {
      account: 'admin@kontor.example',
      passwd: 'kontor-sample',
    });
    await fill(server, data.token);
    if (args.includes('--guide'))
      return await takeGuide(
        server,
        data.token,
        args.filter((arg) => arg !== '--guide'),
      );
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
