// One picture per screen with all its pictures: three widths side by side, one row per language and scheme.
import sharp, { type OverlayOptions } from 'sharp';
import { LOCALES } from '#contract/core/limits';
import { SCHEMES, SIZES, type Variant } from './variants.ts';

/** Pixels. At this height of a row the sheet is about 1,000 px wide. */
const ROW = 288;
const GAP = 6;
const HEAD = 28;

const tileWidth = ({ width, height }: { width: number; height: number }): number => Math.round((width / height) * ROW);
const ROWS = LOCALES.flatMap((locale) => SCHEMES.map((mode) => ({ locale, mode })));
const WIDTH = SIZES.reduce((sum, size) => sum + tileWidth(size) + GAP, GAP);
const HEIGHT = HEAD + ROWS.length * (ROW + GAP);

export type Tile = { variant: Variant; data: Buffer };

/** A picture in the size of the sheet. */
export async function tileOf(variant: Variant, picture: Buffer): Promise<Tile> {
  const size = { width: tileWidth(variant.size), height: ROW };
  return { variant, data: await sharp(picture).resize(size).png({ compressionLevel: 1 }).toBuffer() };
}

function place({ variant, data }: Tile): OverlayOptions {
  const column = SIZES.indexOf(variant.size);
  const row = ROWS.findIndex(({ locale, mode }) => locale === variant.locale && mode === variant.mode);
  const left = SIZES.slice(0, column).reduce((sum, size) => sum + tileWidth(size) + GAP, GAP);
  return { input: data, left, top: HEAD + row * (ROW + GAP) };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes the sheet of a screen. */
export async function writeSheet(file: string, title: string, tiles: readonly Tile[]): Promise<void> {
  const head = `<svg width="${WIDTH}" height="${HEAD}"><text x="8" y="20" font-family="sans-serif" font-size="16">${escaped(title)}</text></svg>`;
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b8bec6' } })
    .composite([{ input: Buffer.from(head), left: 0, top: 0 }, ...tiles.map(place)])
    .png({ compressionLevel: 6 })
    .toFile(file);
}
