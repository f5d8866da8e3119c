import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gs1CheckDigit } from '#contract/core/barcode/check-digits';
import type { CodeType } from '#contract/printing/codes';
import { encode } from '#print/codes/encode';
import { randomOf } from '../../support/fault-proxy.ts';
import { drawn, oracle } from './oracle.ts';

/** Random symbols of a kind, and how many of them are compared with the independent encoder too, which is slower. */
const SYMBOLS = 3_000;
const COMPARED = process.env['RIG'] === 'long' ? SYMBOLS : 700;
const SLOW = 60_000;

type Random = () => number;
const upTo = (random: Random, most: number): number => 1 + Math.floor(random() * most);
const textOf = (random: Random, letters: string, length: number): string =>
  Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');

const DIGITS = '0123456789';
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
const PRINTABLE = ASCII.slice(32, 127);
const CODE39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';

const digits = (length: number) => (random: Random) => textOf(random, DIGITS, length);
/** Digits in runs, with control characters, capitals and small letters between: every change of code set. */
const runs = (random: Random): string =>
  Array.from(
    { length: upTo(random, 6) },
    () => textOf(random, DIGITS, upTo(random, 7)) + textOf(random, '\u0001\u001fAa_`', Math.floor(random() * 4)),
  ).join('');
/** Elements of known and open length in any order, digits or letters in the open ones. */
const elements = (random: Random): string => {
  const sscc = textOf(random, DIGITS, 17);
  const all = [
    `(00)${sscc}${gs1CheckDigit(sscc)}`,
    `(3102)${textOf(random, DIGITS, 6)}`,
    `(37)${textOf(random, DIGITS, upTo(random, 8))}`,
    `(10)${textOf(random, random() < 0.5 ? DIGITS : `${DIGITS}AZaz/-+.`, upTo(random, 12))}`,
    `(21)${textOf(random, random() < 0.5 ? DIGITS : `${DIGITS}BYby/-+.`, upTo(random, 12))}`,
  ];
  const count = upTo(random, 3);
  const chosen = all.map((element) => ({ element, at: random() })).sort((a, b) => a.at - b.at);
  const text = chosen
    .slice(0, count)
    .map(({ element }) => element)
    .join('');
  return encode('gs1-128', text).ok ? text : `(10)${textOf(random, DIGITS, 9)}`;
};

/** Wide elements have two modules there and three here; the widths of ITF end with the gap behind the last bar. */
const wide = (text: string, bcid: string): string => oracle(bcid, text).slice(0, -1).replaceAll('2', '3');

type Kind = {
  name: string;
  type: CodeType;
  text: (random: Random) => string;
  theirs: (text: string) => string;
  /** Bars of one text, and the digest over those of all random ones, recorded from the encoders that came before jsbarcode's. */
  sample: [string, string];
  digest: string;
};
const KINDS: Kind[] = [
  {
    name: 'Code 128, printable',
    type: 'code128',
    text: (random) => textOf(random, PRINTABLE, upTo(random, 40)),
    theirs: (text) => oracle('code128', text),
    sample: ['SN-2026-000123', '2112142131131133211221321131412212313212211141311221321131412122222221223121311123132331112'],
    digest: 'a125b0f7432c3cbfb0cc7622bb768f9b50da0890a43594cdc2749ccfb0a4be21',
  },
  {
    name: 'Code 128, all of ASCII',
    type: 'code128',
    text: (random) => textOf(random, ASCII, upTo(random, 24)),
    theirs: (text) => oracle('code128', text),
    sample: ['ab\u0001\u0002cd', '2112141211241214213111411211241214211141311411221412213212212331112'],
    digest: '1090eb83095c70d807a4d3bd3b353e232b17eb5c6c84a82447269f50289f9d4d',
  },
  {
    name: 'Code 128, runs of digits',
    type: 'code128',
    text: runs,
    theirs: (text) => oracle('code128', text),
    sample: ['A1234567\u0001b', '2114121113231232211131413121311131231411223111411211241141311214213321112331112'],
    digest: '469c76a537ff1d934f0b9b1abf2b5c1b0e88a66bf095a01e5802117424b1725c',
  },
  {
    name: 'GS1-128',
    type: 'gs1-128',
    text: elements,
    theirs: (text) => oracle('gs1-128', text, { dontlint: true }),
    sample: ['(10)L-7(21)A1', '2112324111312213121141311321311221323121314111312232111232211113231232211211242331112'],
    digest: 'feb432a95f5f3533a78cad596ef4df6840eab4bbfd6b6e91febd3fba43f5d554',
  },
  {
    name: 'Code 39',
    type: 'code39',
    text: (random) => textOf(random, CODE39, upTo(random, 30)),
    // The other encoder ends with the gap behind the last character.
    theirs: (text) => oracle('code39', text).slice(0, -1),
    sample: ['A-01 7', '1311313111311113113113111131311113313111311311113113311131111113113131131131311'],
    digest: '34df73065da83426c2296e8bd34bc4ed6eddad62a078dd0d9b24af2f32cd425b',
  },
  {
    name: 'EAN-13',
    type: 'ean13',
    text: digits(12),
    theirs: (text) => oracle('ean13', text),
    sample: ['211234567890', '11122212221221211411132132111111111413121213311232113211111'],
    digest: '68e85486154b7ac38a71a4e65076a46bbef91bac540287b7394614d239881c6a',
  },
  {
    name: 'EAN-8',
    type: 'ean8',
    text: digits(7),
    theirs: (text) => oracle('ean8', text),
    sample: ['7351353', '1111312141112312221111111411123114111312111'],
    digest: '854d01ac8bdfca9998f025024d7808a8d365f1ca3ef13025c6908f150c944584',
  },
  {
    name: 'UPC-A',
    type: 'upca',
    text: digits(11),
    theirs: (text) => oracle('upca', text),
    sample: ['01234500005', '11132112221212214111132123111111321132113211321112311213111'],
    digest: '42804b309a91040a4294c474ba909e11b8de6b5874612a1f3b5d4e87f990e3e5',
  },
  {
    name: 'ITF-14',
    type: 'itf14',
    text: digits(13),
    theirs: (text) => wide(text, 'itf14'),
    sample: ['0952876543210', '11111113313311311331111331111133131331331111131331113113311111331311313311311'],
    digest: '56326aee3aac4e55b6b65d739baef7534caafe0233fbfd928af6aa36766ac0c9',
  },
  {
    name: 'Identcode',
    type: 'identcode',
    text: digits(11),
    theirs: (text) => wide(text, 'identcode'),
    sample: ['56310243031', '1111311333111133311111131113313113131331113113133131113313111131311'],
    digest: '968189fc74625eae7c4989773aba97fa25aa03519b95cceb0a85b6a707ac57ee',
  },
  {
    name: 'Leitcode',
    type: 'leitcode',
    text: digits(13),
    theirs: (text) => wide(text, 'leitcode'),
    sample: ['2134807501640', '11111331111133313113111331111333111311133131131131311311313311131311313113311'],
    digest: 'abdc97aa4aadda3a01c425785ed31b8ede4c137fc502bf57c86803135273a31a',
  },
];

describe('every bar is the one that was printed before, and the one of an independent encoder', () => {
  it.each(KINDS)(
    '$name',
    ({ type, text, theirs, sample, digest }) => {
      expect(drawn(type, sample[0])).toBe(sample[1]);
      const random = randomOf(7);
      const hash = createHash('sha256');
      for (let i = 0; i < SYMBOLS; i++) {
        const value = text(random);
        const ours = drawn(type, value);
        hash.update(`${ours}\n`);
        if (i < COMPARED) expect(ours, JSON.stringify(value)).toBe(theirs(value));
      }
      expect(hash.digest('hex')).toBe(digest);
    },
    SLOW,
  );
});
