import type { Face } from '../display.ts';
import { ASCENT, CAP_HEIGHT, DESCENT, type Fonts, type Glyph } from '../font/glyph.ts';
import { codePointsOf } from '../font/load.ts';
import { fingerprint } from './fingerprint.ts';
import { ascii, type PdfFile, utf16Hex } from './pdf-file.ts';
import { BOX, boundsOfAll, writeTrueType } from './truetype.ts';

/** PostScript names, and stem widths for readers that substitute the font. */
const NAMES: Record<Face, { name: string; stem: number; weight: number }> = {
  regular: { name: 'NotoSans-Regular', stem: 84, weight: 400 },
  bold: { name: 'NotoSans-Bold', stem: 148, weight: 700 },
};
/** Flags: symbolic, because glyphs are addressed by number and not by a standard Latin encoding (ISO 32000-1, table 123). */
const SYMBOLIC = 4;
/** U+FFFD: what readers copy for a character that no font has. */
const REPLACEMENT = 0xfffd;
/** Maximum entries of one `bfchar` block (Adobe technical note 5411). */
const BLOCK = 100;

/** The glyphs of one face that a document uses. */
export type Subset = {
  /** Encodes a text as glyph numbers of four hexadecimal digits. A missing character is a box. */
  encode(text: string): string;
  /** Writes the font and returns its object number. */
  write(file: PdfFile): number;
};

const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

/** A subset with the characters of these texts. Glyph numbers follow code points, so the same characters give the same font. */
export function makeSubset(fonts: Fonts, face: Face, texts: Iterable<string>): Subset {
  const points = new Set<number>();
  for (const text of texts) for (const codePoint of codePointsOf(text)) points.add(codePoint);
  const glyphs: Glyph[] = [BOX];
  const numbers = new Map<number, string>();
  for (const codePoint of [...points].sort((a, b) => a - b)) {
    const glyph = fonts.glyph(face, codePoint);
    if (glyph) numbers.set(codePoint, hex4(glyphs.push(glyph) - 1));
  }
  // Glyph 0 is .notdef, which PDF/A forbids to draw (ISO 19005-3, 6.2.11.8), so the box of missing characters is a glyph of its own.
  const isMissing = [...points].some((codePoint) => !numbers.has(codePoint));
  const box = isMissing ? hex4(glyphs.push({ ...BOX, codePoint: REPLACEMENT }) - 1) : '0000';
  return {
    encode(text) {
      let hex = '';
      for (const codePoint of codePointsOf(text)) hex += numbers.get(codePoint) ?? box;
      return hex;
    },
    write: (file) => writeFont(file, face, glyphs),
  };
}

/** Mapping from glyphs to text, so that readers can copy and search. */
function toUnicode(glyphs: readonly Glyph[]): string {
  const lines = glyphs.map(({ codePoint }, at) => `<${hex4(at)}><${utf16Hex(at === 0 ? '\ufffd' : String.fromCodePoint(codePoint))}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += BLOCK) {
    const block = lines.slice(at, at + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** Six capitals that prefix the name of a font subset. */
const tagOf = (bytes: Uint8Array): string => {
  const print = fingerprint([bytes]);
  const letter = (at: number): string => String.fromCharCode(65 + (Number.parseInt(print.slice(2 * at, 2 * at + 2), 16) % 26));
  return [0, 1, 2, 3, 4, 5].map(letter).join('');
};

function writeFont(file: PdfFile, face: Face, glyphs: readonly Glyph[]): number {
  const program = writeTrueType(glyphs);
  const { name, stem, weight } = NAMES[face];
  const fullName = `${tagOf(program)}+${name}`;
  const [font, descendant, descriptor, data, unicode] = [file.reserve(), file.reserve(), file.reserve(), file.reserve(), file.reserve()];
  file.stream(data, `/Length1 ${program.length}`, program);
  file.stream(unicode, '', ascii(toUnicode(glyphs)));
  const bounds = boundsOfAll(glyphs).join(' ');
  file.write(
    descriptor,
    `<</Type/FontDescriptor/FontName/${fullName}/FontFamily(Noto Sans)/FontWeight ${weight}/Flags ${SYMBOLIC}/FontBBox[${bounds}]/ItalicAngle 0/Ascent ${ASCENT}/Descent ${-DESCENT}/CapHeight ${CAP_HEIGHT}/StemV ${stem}/FontFile2 ${data} 0 R>>`,
  );
  const widths = glyphs.map(({ advance }) => advance).join(' ');
  file.write(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${fullName}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/DW 1000/W[0[${widths}]]/CIDToGIDMap/Identity>>`,
  );
  file.write(
    font,
    `<</Type/Font/Subtype/Type0/BaseFont/${fullName}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  );
  return font;
}
