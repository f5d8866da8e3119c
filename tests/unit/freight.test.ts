import { describe, expect, it } from 'vitest';
import { containers } from '#contract/freight/containers';
import { PackingList, packedOf, readPackingList } from '#contract/freight/packing-list';
import { measure, Pieces, readPieceLines, readPieces, writePieceLines } from '#contract/freight/pieces';

describe('freight as forwarders write it', () => {
  it('reads pieces, sizes in centimetres, the weight of one and whether it may be stacked', () => {
    expect(readPieces('2 × 120×80×145 cm, 350 kg, stapelbar\n1x60*40*40,5 cm 12,5 kg')).toEqual([
      { qty: 2, length: 1200, width: 800, height: 1450, weight: 350_000, stackable: true },
      { qty: 1, length: 600, width: 400, height: 405, weight: 12_500, stackable: false },
    ]);
  });

  it.each(['2 pallets', '0 × 10×10×10 cm, 5 kg', '2 × 120×80 cm, 350 kg', '2 × 120×80×145 cm, 350 kg, fragile', ''])(
    'refuses "%s" with a sentence on how to write it',
    (text) => {
      expect(Pieces.safeParse(text).success).toBe(false);
    },
  );

  it('is typed as lines and written as forwarders write it, also while a line is not complete', () => {
    const text = '2 × 120×80×145 cm, 350 kg, stackable\n1 × 60×40×40.5 cm, 12.55 kg';
    expect(readPieceLines(text)).toEqual([
      { qty: 2, length: 1200, width: 800, height: 1450, weight: 35_000, stackable: true },
      { qty: 1, length: 600, width: 400, height: 405, weight: 1255, stackable: false },
    ]);
    expect(writePieceLines(readPieceLines(text))).toEqual({ text, complete: true });
    expect(Pieces.safeParse(text).success).toBe(true);
    const [line] = readPieceLines(text);
    const half = writePieceLines(line ? [{ ...line, width: null, weight: null }] : []);
    expect(half).toEqual({ text: '2 × 120××145 cm,  kg, stackable', complete: false });
    expect(readPieceLines(half.text)).toEqual([{ ...line, width: null, weight: null }]);
    const empty = { qty: null, length: null, width: null, height: null, weight: null, stackable: false };
    expect(writePieceLines([empty])).toEqual({ text: '', complete: true });
  });

  it('air counts 6000 cm³ a kilogram, road 3000', () => {
    const one = readPieces('1 × 100×60×50 cm, 20 kg');
    expect(measure(one, 'air')).toMatchObject({ weight: 20_000, volume: 300, volumeWeight: 50_000, loadingMetres: 0, chargeable: 50_000 });
    expect(measure(one, 'road').volumeWeight).toBe(100_000);
  });

  it('a euro pallet takes 0.4 loading metres, two stacked ones the same, two that are too high twice that', () => {
    expect(measure(readPieces('1 × 120×80×100 cm, 200 kg'), 'road').loadingMetres).toBe(400);
    expect(measure(readPieces('2 × 120×80×100 cm, 200 kg, stackable'), 'road').loadingMetres).toBe(400);
    expect(measure(readPieces('2 × 120×80×145 cm, 200 kg, stackable'), 'road').loadingMetres).toBe(800);
    expect(measure(readPieces('3 × 120×80×100 cm, 200 kg, stackable'), 'road').loadingMetres).toBe(800);
  });

  it('light goods pay for the floor they take: 1,750 kg a loading metre', () => {
    expect(measure(readPieces('10 × 120×80×30 cm, 40 kg'), 'road')).toMatchObject({ loadingMetres: 4000, chargeable: 7_000_000 });
    // 2.2 m × 1,750 kg: no gram more out of floating point.
    expect(measure(readPieces('11 × 80×60×30 cm, 40 kg'), 'road')).toMatchObject({ loadingMetres: 2200, chargeable: 3_850_000 });
  });
});

describe('a packing list', () => {
  it('is read as pasted from a spreadsheet or typed, and adds up what stands twice', () => {
    expect(readPackingList('LAMP-DESK-W\t120\nVASE-S; 40\n\nVASE L × 6\nVASE-S 10')).toEqual([
      { sku: 'LAMP-DESK-W', qty: 120 },
      { sku: 'VASE-S', qty: 50 },
      { sku: 'VASE L', qty: 6 },
    ]);
  });
  it('has packages and gross weight in further columns of a spreadsheet', () => {
    const lines = readPackingList('LAMP-DESK-W\t120\t10\t84,5\nVASE-S;40;;\nLAMP-DESK-W;20;2;14\nTEE 250 40');
    expect(lines).toEqual([
      { sku: 'LAMP-DESK-W', qty: 140, packages: 12, weight: 98_500 },
      { sku: 'VASE-S', qty: 40 },
      { sku: 'TEE 250', qty: 40 },
    ]);
    expect(packedOf(lines)).toEqual({ packages: 12, weight: 98_500 });
    expect(packedOf([{ sku: 'VASE-S', qty: 1 }])).toEqual({ packages: undefined, weight: undefined });
  });
  it.each(['LAMP', 'LAMP;10;2;heavy', 'LAMP 0', '120', 'LAMP -4'])('is refused with the line "%s"', (text) => {
    expect(PackingList.safeParse(text).success).toBe(false);
  });
});

describe('a container number', () => {
  const { containerNo } = containers.write.shape;
  it('is kept in capitals without blanks, when its check digit fits', () => {
    expect(containerNo?.parse('csqu 305438-3')).toBe('CSQU3054383');
  });
  it('with a wrong check digit is refused', () => {
    expect(containerNo?.safeParse('CSQU3054384').error?.issues[0]?.message).toBe('containerNo');
  });
});
