import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { epcCode } from '#contract/money/remittance';
import type { CodeType } from '#contract/printing/codes';
import type { Bars, Matrix } from '#print/codes/encode';
import { symbol } from './oracle.ts';

beforeAll(() => {
  const wasmBinary = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });
});

const MODULE = 3;
const HEIGHT = 40;

/** Rows of modules with the quiet zone that the symbol asks for. */
function modules(made: Bars | Matrix): number[][] {
  const blank = (count: number): number[] => Array<number>(count).fill(0);
  if (made.kind === 'bars') {
    const line = made.widths.flatMap((width, i) => Array<number>(width).fill(i % 2 === 0 ? 1 : 0));
    return Array.from({ length: HEIGHT }, () => [...blank(made.quiet.left), ...line, ...blank(made.quiet.right)]);
  }
  const edge = blank(made.rows.length + 2 * made.quiet);
  const rows = made.rows.map((row) => [...blank(made.quiet), ...row, ...blank(made.quiet)]);
  const rim = Array.from({ length: made.quiet }, () => edge);
  return [...rim, ...rows, ...rim];
}

/** What another program's decoder reads from the pixels: its name of the symbol, the text, and the identifier a scanner would send. */
async function read(made: Bars | Matrix): Promise<{ format: string; text: string; id: string; level: string } | undefined> {
  const rows = modules(made);
  const width = (rows[0]?.length ?? 0) * MODULE;
  const height = rows.length * MODULE;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (rows[Math.floor(y / MODULE)]?.[Math.floor(x / MODULE)] === 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  const options: ReaderOptions = { textMode: 'Plain', tryHarder: true };
  const [found] = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, options);
  return found && { format: found.format, text: found.text, id: found.symbologyIdentifier, level: found.ecLevel };
}

const GS = '\u001d';
describe('a scanner reads what stands in the text', () => {
  it.each<[CodeType, string, string, string]>([
    ['gs1-128', '(00)095287654321012346', '00095287654321012346', ']C1'],
    ['gs1-128', '(10)L-7(21)A1', `10L-7${GS}21A1`, ']C1'],
    ['gs1-128', '(02)98412345678908(3102)001723(37)32', '029841234567890831020017233732', ']C1'],
    ['code128', '%008182709980000020033350276', '%008182709980000020033350276', ']C0'],
    ['code128', 'KONTOR9DONE', 'KONTOR9DONE', ']C0'],
    ['code128', 'ab\u0001\u0002cd', 'ab\u0001\u0002cd', ']C0'],
    ['code39', 'A-01 7', 'A-01 7', ']A0'],
    ['ean13', '211234567890', '2112345678900', ']E0'],
    ['ean8', '7351353', '73513537', ']E4'],
    ['itf14', '0952876543210', '09528765432108', ']I'],
    ['identcode', '56310243031', '563102430313', ']I'],
    ['leitcode', '2134807501640', '21348075016401', ']I'],
    ['datamatrix', 'Lager 7/B, Regal 12', 'Lager 7/B, Regal 12', ']d1'],
    ['datamatrix', 'ABCDEFGHIJKLMN1234abc', 'ABCDEFGHIJKLMN1234abc', ']d1'],
    ['datamatrix', 'Größe 40', 'Größe 40', ']d1'],
    ['datamatrix', '仓库 7', '仓库 7', ']d'],
    ['datamatrix', '0123456789'.repeat(100), '0123456789'.repeat(100), ']d1'],
    ['datamatrix', '仓'.repeat(120), '仓'.repeat(120), ']d'],
    ['gs1-datamatrix', '(01)00012345678905(17)180401(21)ABCDEFGHIJ(10)7', `01000123456789051718040121ABCDEFGHIJ${GS}107`, ']d2'],
    ['qr', 'https://kontor.example/w/A-01-1', 'https://kontor.example/w/A-01-1', ']Q1'],
    ['qr', 'ORDER 1234567890123 und noch Text', 'ORDER 1234567890123 und noch Text', ']Q1'],
    ['qr', 'Straße 仓库', 'Straße 仓库', ']Q1'],
    ['qr', '仓库与发货'.repeat(60), '仓库与发货'.repeat(60), ']Q1'],
    ['gs1-qr', '(01)12312312312333(10)ABC123(99)TESTING', `011231231231233310ABC123${GS}99TESTING`, ']Q3'],
    ['gs1-qr', '(10)A%B(21)x%y', `10A%B${GS}21x%y`, ']Q3'],
  ])('%s %j', async (type, text, content, id) => {
    const found = await read(symbol(type, text));
    expect(found?.text).toBe(content);
    expect(found?.id.startsWith(id)).toBe(true);
  });

  it('a SEPA transfer is read with its lines, in level M, and no larger than version 13 (EPC069-12)', async () => {
    for (const holder of ['Haus für Ware', 'Ä'.repeat(70)]) {
      const text = epcCode({ iban: 'DE02120300000000202051', bic: 'BYLADEM1001', holder, amount: 41_983, reference: 'RF27E202600003' });
      const made = symbol('qr', text);
      const found = await read(made);
      expect(found).toMatchObject({ text, level: 'M' });
      expect(made.kind === 'matrix' && made.rows.length).toBeLessThanOrEqual(4 * 13 + 17);
    }
  });

  it('UPC-A is read as UPC-A or as the EAN-13 with a zero in front', async () =>
    expect((await read(symbol('upca', '01234500005')))?.text.replace(/^0(?=\d{12}$)/, '')).toBe('012345000058'));
});
