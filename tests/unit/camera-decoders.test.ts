import { readFileSync } from 'node:fs';
import bwip from 'bwip-js/node';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Picture } from '../../src/scan/capture/decoders/decoder.ts';
import { greyOf, jsReader } from '../../src/scan/capture/decoders/js.ts';
import { nativeReader } from '../../src/scan/capture/decoders/native.ts';
import { passesSelfTest, prepareWasm, readWasm } from '../../src/scan/capture/decoders/wasm-reader.ts';
import type { RecentRead } from '../../src/scan/capture/recent-reads.ts';

const GS = '\u001d';
/** What goods, places, parcels and our own sheets carry. */
const CODES = [
  { bcid: 'ean13', text: '4012345000016', format: 'ean_13', code: '4012345000016' },
  { bcid: 'code128', text: 'PL-100045', format: 'code_128', code: 'PL-100045' },
  { bcid: 'gs1-128', text: '(01)04012345000016(10)L7(21)S1', format: 'code_128', code: `]C1010401234500001610L7${GS}21S1` },
  { bcid: 'datamatrix', text: '01-02-A', format: 'data_matrix', code: '01-02-A' },
  { bcid: 'qrcode', text: 'KONTOR9DONE', format: 'qr_code', code: 'KONTOR9DONE' },
  { bcid: 'interleaved2of5', text: '14012345000013', format: 'itf', code: '14012345000013' },
];
type Frame = { picture: Picture; sighting: RecentRead; name: string };

/** A camera's view of a printed code: on grey paper, turned, of this size and out of focus. */
async function frameOf({ bcid, text, format, code }: (typeof CODES)[number], angle: number, scale: number, blur: number): Promise<Frame> {
  const png = await bwip.toBuffer({ bcid, text, scale, paddingwidth: 10, paddingheight: 10, backgroundcolor: 'DDDDDD' });
  const turned = await sharp(png).flatten().rotate(angle, { background: '#dddddd' }).png({ compressionLevel: 0 }).toBuffer();
  const laid = sharp({ create: { width: 960, height: 960, channels: 3, background: '#b8b4ae' } }).composite([{ input: turned }]);
  const image = await sharp(await laid.png({ compressionLevel: 0 }).toBuffer())
    .blur(blur || false)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { data: new Uint8ClampedArray(image.data), width: image.info.width, height: image.info.height };
  return { picture, sighting: { code, format }, name: `${bcid} ${angle}° ×${scale} blur ${blur}` };
}

const clear: Frame[] = [];
const all: Frame[] = [];
beforeAll(async () => {
  await prepareWasm({ bytes: new Uint8Array(readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')).buffer });
  for (const code of CODES)
    for (const angle of [0, 7, 90, 188])
      for (const scale of [2, 3])
        for (const blur of [0, 0.8, 1.2]) {
          const frame = await frameOf(code, angle, scale, blur);
          all.push(frame);
          if (angle === 0 && blur === 0 && scale === 3) clear.push(frame);
        }
  // 144 pictures: a busy machine is slow, not wrong.
});
afterEach(() => vi.unstubAllGlobals());

/** A browser's reader, as far as its interface goes: what it finds is what WebAssembly finds, without the identifier that it does not tell. */
class BrowserReader {
  static getSupportedFormats = async () => ['code_128', 'ean_13', 'ean_8', 'upc_e', 'code_39', 'itf', 'data_matrix', 'qr_code'];
  detect = async (picture: Picture) => {
    const found = await readWasm(picture, true);
    return found ? [{ rawValue: found.code.replace(/^\]C1/, ''), format: found.format }] : [];
  };
}
const DECODERS: [string, () => Promise<(picture: Picture) => Promise<RecentRead | null>>][] = [
  ['wasm', async () => (picture) => readWasm(picture, false)],
  [
    'native',
    async () => {
      vi.stubGlobal('BarcodeDetector', BrowserReader);
      const read = await nativeReader();
      return async (picture) => read?.(picture as ImageData) ?? null;
    },
  ],
  [
    'js',
    async () => {
      const read = jsReader();
      return async (picture) => read(picture);
    },
  ],
];

describe.each(DECODERS)('the decoder %s', (name, open) => {
  it('reads every symbology that labels carry, by its name and with its separators', async () => {
    const read = await open();
    for (const { picture, sighting } of clear) {
      const code = name === 'native' ? sighting.code.replace(/^\]C1/, '') : sighting.code;
      expect(await read(picture)).toEqual({ ...sighting, code });
    }
  });

  it('sees no code in an empty picture', async () => {
    const data = new Uint8ClampedArray(320 * 240 * 4).fill(200);
    expect(await (await open())({ data, width: 320, height: 240 })).toBeNull();
  });
});

it('the WebAssembly reader reads 143 of 144 turned, small and blurred pictures at least, and none of them wrong', async () => {
  const missed: string[] = [];
  for (const { picture, sighting, name } of all) {
    const found = await readWasm(picture, true);
    if (found === null) missed.push(name);
    else expect(found, name).toEqual(sighting);
  }
  expect(all).toHaveLength(144);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(1);
});

it('the WebAssembly reader proves itself by a picture whose content is known', async () => expect(await passesSelfTest()).toBe(true));

it('a browser whose own reader knows too few symbols is passed over', async () => {
  vi.stubGlobal(
    'BarcodeDetector',
    Object.assign(() => undefined, { getSupportedFormats: async () => ['qr_code'] }),
  );
  expect(await nativeReader()).toBeNull();
});

it('brightness is that of the eye', () =>
  expect([...greyOf(new Uint8ClampedArray([255, 255, 255, 255, 0, 255, 0, 255]))]).toEqual([255, 150]));
