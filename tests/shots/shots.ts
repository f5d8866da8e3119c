// `npm run shots [words]`: 18 pictures of every declared screen into .shots/, of those whose names hold all the words, and one sheet per screen
// into .shots/sheets/. For example: npm run shots wms-item,wms-alias 390 de dark. With --axe it also judges the English ones by axe: all rules in light at
// 1440 and 390, those of colours in dark at 1440; `npm run shots -- --axe 1440-en,390-en-light` takes no more than that needs. With --picture it makes
// docs/list.png, the picture of the README, with --guide [topics] the pictures of docs/guide, with --beside <folder> [names] those of docs/mock-ups.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { LOCALES, type Locale } from '#contract/core/limits';
import { launchBrowser } from '../support/browser.ts';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { houseFolder } from '../support/house-folder.ts';
import { takeBeside } from './beside.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { openContext, readNews } from './context.ts';
import { fill } from './fill.ts';
import { takeGuide } from './guide.ts';
import { type Screen, screens } from './screens.ts';
import { type Tile, tileOf, writeSheet } from './sheet.ts';
import { type Options, type Picture, ShotWindow } from './take.ts';
import { SIZES, VARIANTS } from './variants.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, '.shots');
const SHEETS = join(OUT, 'sheets');

/** Saves pictures as they arrive from the three languages, and writes the sheet of a screen once all its pictures are there. */
class Collection {
  readonly shots: Shot[] = [];
  #tiles = new Map<string, Tile[]>();

  readonly words: readonly string[];
  readonly options: Options;

  constructor(words: readonly string[], options: Options) {
    this.words = words;
    this.options = options;
  }

  variantsOf(screen: Screen) {
    return VARIANTS.filter((variant) =>
      this.words.every((word) => word.split(',').some((one) => `${screen.name}.${variant.name}`.includes(one))),
    );
  }

  async add({ screen, variant, data, findings }: Picture): Promise<void> {
    const file = `${screen.name}.${variant.name}.${this.options.format === 'png' ? 'png' : 'jpg'}`;
    writeFileSync(join(OUT, file), data);
    this.shots.push({ screen: screen.name, variant: variant.name, file, findings });
    if (findings.length > 0) console.log(`${file}${findings.map((finding) => `\n    ${finding}`).join('')}`);
    const tile = await tileOf(variant, data);
    const tiles = [...(this.#tiles.get(screen.name) ?? []), tile];
    this.#tiles.set(screen.name, tiles);
    if (tiles.length < this.variantsOf(screen).length) return;
    this.#tiles.delete(screen.name);
    await writeSheet(join(SHEETS, `${screen.name}.png`), `${screen.name}  ${screen.path}`, tiles);
  }
}

async function takeLanguage(browser: Browser, url: string, token: string, locale: Locale, all: Screen[], into: Collection): Promise<void> {
  const [size] = SIZES;
  for (const signedIn of [false, true]) {
    const wanted = all.filter((screen) => screen.signedIn === signedIn);
    if (!size || wanted.length === 0) continue;
    const context = await openContext(browser, url, { size, locale, mode: 'light' }, signedIn ? token : null);
    const window = await ShotWindow.open(context, into.options);
    for (const screen of wanted) {
      const variants = into.variantsOf(screen).filter((variant) => variant.locale === locale);
      if (variants.length > 0) for (const picture of await window.take(screen, variants)) await into.add(picture);
    }
    await context.close();
  }
}

/** Three windows at the same time, one a language or all of the only language: while one waits for its answers, another draws. */
async function takeAll(server: BuiltServer, token: string, into: Collection): Promise<void> {
  const browser = await launchBrowser();
  const all = await screens(server, token);
  try {
    await readNews(browser, server.url, token);
    const busy = LOCALES.filter((locale) => all.some((screen) => into.variantsOf(screen).some((variant) => variant.locale === locale)));
    const lanes = busy.length === 1 ? LOCALES.length : 1;
    const lane = (locale: Locale, number: number) => {
      const own = all.filter((_, i) => i % lanes === number);
      return takeLanguage(browser, server.url, token, locale, own, into);
    };
    await Promise.all(busy.flatMap((locale) => Array.from({ length: lanes }, (_, number) => lane(locale, number))));
  } finally {
    await browser.close();
  }
}

async function main(args: string[]): Promise<void> {
  const begun = performance.now();
  const picture = args.includes('--picture');
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(SHEETS, { recursive: true });
  const dataDir = houseFolder('shots');
  const server = await startBuilt({ KONTOR_DATA: dataDir, KONTOR_SAMPLE: 'full' });
  try {
    const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', {
      account: 'admin@kontor.example',
      passwd: 'kontor-sample',
    });
    await fill(server, data.token);
    const [, folder, ...names] = args.slice(args.indexOf('--beside'));
    if (args.includes('--beside') && folder) return await takeBeside(server, folder, names);
    if (args.includes('--guide'))
      return await takeGuide(
        server,
        data.token,
        args.filter((arg) => arg !== '--guide'),
      );
    const words = picture ? ['wms-item.1440-en-light'] : args.filter((arg) => arg !== '--axe');
    const collection = new Collection(words, { format: picture ? 'png' : 'jpeg', axe: args.includes('--axe') });
    await takeAll(server, data.token, collection);
    const { shots } = collection;
    writeFileSync(join(OUT, 'index.html'), contactSheet(shots));
    writeFileSync(join(OUT, 'findings.txt'), shots.flatMap((shot) => shot.findings.map((text) => `${shot.file} ${text}\n`)).join(''));
    const remarks = shots.filter(({ findings }) => findings.length > 0).length;
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    console.log(`${shots.length} pictures in ${minutes} minutes, ${remarks} with remarks: .shots/index.html, .shots/sheets/`);
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
