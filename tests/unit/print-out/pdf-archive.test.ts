import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { iccProfile } from '#print/out/icc';
import { writePdf } from '#print/out/pdf';
import type { Archive } from '#print/out/pdf-archive';
import { ABOUT, fontsFor, textOp } from './pages.ts';

const XML = new TextEncoder().encode('<?xml version="1.0" encoding="UTF-8"?><a>ä</a>');
const ARCHIVE: Archive = {
  language: 'de',
  files: [{ name: 'factur-x.xml', mime: 'text/xml', about: 'E-1', relationship: 'Alternative', bytes: XML }],
  invoice: { file: 'factur-x.xml', version: '1.0', level: 'EN 16931' },
};
const page = { width: 101.6, height: 152.4, ops: [textOp('Rechnung E-1 漢 \u{10FFFF}', 10, 10, 4)] };

async function written(archive?: Archive): Promise<Buffer> {
  return Buffer.from(writePdf([page], await fontsFor([page]), { ...ABOUT, title: 'E-1 & more', ...(archive ? { archive } : {}) }));
}

/** Objects of a file by number: dictionary, and the bytes of a stream without its filter. */
function objectsOf(pdf: Buffer): Map<number, { body: string; stream: Buffer | null }> {
  const latin = pdf.toString('latin1');
  const found = new Map<number, { body: string; stream: Buffer | null }>();
  for (const match of latin.matchAll(/^(\d+) 0 obj\n/gm)) {
    const from = match.index + match[0].length;
    const end = latin.indexOf('endobj', from);
    const at = latin.indexOf('stream\n', from);
    if (at < 0 || at > end) {
      found.set(Number(match[1]), { body: latin.slice(from, end), stream: null });
      continue;
    }
    const body = latin.slice(from, at);
    const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
    const raw = pdf.subarray(at + 7, at + 7 + length);
    expect(latin.slice(at + 7 + length, at + 17 + length)).toBe('\nendstream');
    found.set(Number(match[1]), { body, stream: body.includes('/FlateDecode') ? inflateSync(raw) : raw });
  }
  return found;
}
const theOne = <T>(found: readonly T[]): T => {
  expect(found).toHaveLength(1);
  return found[0] as T;
};

describe('a PDF/A-3b', () => {
  it('has metadata that is not compressed and says what the Info dictionary says', async () => {
    const objects = objectsOf(await written(ARCHIVE));
    const { body, stream } = theOne([...objects.values()].filter(({ body: one }) => one.includes('/Type/Metadata')));
    expect(body).not.toContain('/Filter');
    const xmp = stream?.toString('utf8') ?? '';
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    expect(xmp).toContain('<rdf:li xml:lang="x-default">E-1 &amp; more</rdf:li>');
    expect(xmp).toContain('<pdf:Producer>Kontor</pdf:Producer>');
    const info = theOne([...objects.values()].filter(({ body: one }) => one.includes('/Producer'))).body;
    const date = /CreationDate\(D:(\d{14})Z\)/.exec(info)?.[1] ?? '';
    expect(/<xmp:CreateDate>([^<]+)</.exec(xmp)?.[1]?.replaceAll(/\D/g, '')).toBe(date);
    expect(/<xmp:ModifyDate>([^<]+)</.exec(xmp)?.[1]?.replaceAll(/\D/g, '')).toBe(date);
    expect(xmp).toContain('<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    expect(xmp).toContain('<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    // Each property of Factur-X is described.
    for (const name of ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'])
      expect(xmp).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`);
  });

  it('has one output intent with a colour profile, a language, and resources at each page', async () => {
    const objects = objectsOf(await written(ARCHIVE));
    const catalog = theOne([...objects.values()].filter(({ body }) => body.includes('/Type/Catalog'))).body;
    expect(catalog).toContain('/Lang(de)');
    const intent = theOne([...objects.values()].filter(({ body }) => body.includes('/Type/OutputIntent'))).body;
    expect(intent).toContain('/S/GTS_PDFA1/OutputConditionIdentifier(sRGB IEC61966-2.1)');
    const profile = objects.get(Number(/DestOutputProfile (\d+) 0 R/.exec(intent)?.[1]));
    expect(profile?.body).toContain('/N 3');
    expect(profile?.stream?.equals(Buffer.from(iccProfile()))).toBe(true);
    for (const { body } of objects.values()) if (body.includes('/Type/Page/')) expect(body).toMatch(/\/Resources \d+ 0 R/);
  });

  it('carries its XML as an associated file, with the bytes as they are', async () => {
    const objects = objectsOf(await written(ARCHIVE));
    const catalog = theOne([...objects.values()].filter(({ body }) => body.includes('/Type/Catalog'))).body;
    const [, inNames] = /\/Names<<\/EmbeddedFiles<<\/Names\[\(factur-x\.xml\)(\d+) 0 R\]>>>>/.exec(catalog) ?? [];
    const [, inAf] = /\/AF\[(\d+) 0 R\]/.exec(catalog) ?? [];
    expect(inAf).toBe(inNames);
    const spec = objects.get(Number(inAf))?.body ?? '';
    expect(spec).toMatch(
      /^<<\/Type\/Filespec\/F\(factur-x\.xml\)\/UF\(factur-x\.xml\)\/Desc\(E-1\)\/AFRelationship\/Alternative\/EF<<\/F (\d+) 0 R\/UF \1 0 R>>>>/,
    );
    const file = objects.get(Number(/\/EF<<\/F (\d+)/.exec(spec)?.[1]));
    expect(file?.body).toContain('/Type/EmbeddedFile/Subtype/text#2Fxml');
    expect(file?.body).toContain(`/Params<</Size ${XML.length}/ModDate(D:`);
    expect(file?.stream?.equals(Buffer.from(XML))).toBe(true);
  });

  it('draws no .notdef: a character that no font has is a box with a number of its own', async () => {
    const objects = objectsOf(await written(ARCHIVE));
    const shown = [...objects.values()].flatMap(({ stream }) => [...(stream?.toString('latin1') ?? '').matchAll(/<([0-9A-F]+)>Tj/g)]);
    const glyphs = shown.flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    expect(glyphs.length).toBeGreaterThan(10);
    expect(glyphs).not.toContain('0000');
    const unicode = theOne([...objects.values()].filter(({ stream }) => stream?.toString('latin1').includes('begincmap'))).stream?.toString(
      'latin1',
    );
    expect(unicode).toContain(`<${glyphs.at(-1)}><FFFD>`);
  });

  it('embeds every font, encrypts nothing, is the same bytes twice, and adds less than 6 kB', async () => {
    const pdf = await written(ARCHIVE);
    const latin = pdf.toString('latin1');
    expect(latin).not.toContain('/Encrypt');
    expect(latin).not.toContain('/SMask');
    expect(latin.match(/\/Type\/FontDescriptor/g)).toHaveLength(latin.match(/\/FontFile2 /g)?.length ?? 0);
    expect(latin.slice(0, 9)).toBe('%PDF-1.7\n');
    expect([...pdf.subarray(10, 14)].every((byte) => byte > 127)).toBe(true);
    expect(latin).toMatch(/\/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]/);
    expect((await written(ARCHIVE)).equals(pdf)).toBe(true);
    expect(pdf.length - (await written()).length).toBeLessThan(6000);
  });

  it('leaves labels as they are: no metadata, no profile, no files', async () => {
    const latin = (await written()).toString('latin1');
    for (const part of ['/Metadata', '/OutputIntents', '/AF[', '/Lang(', 'EmbeddedFiles']) expect(latin).not.toContain(part);
  });
});

describe('the colour profile', () => {
  it('is a small display profile of ICC version 4 whose tags lie inside it', () => {
    const bytes = Buffer.from(iccProfile());
    expect(bytes.readUInt32BE(0)).toBe(bytes.length);
    expect(bytes.readUInt32BE(8)).toBe(0x04200000);
    expect(bytes.length).toBeLessThan(600);
    expect(bytes.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
    expect(bytes.toString('latin1', 36, 40)).toBe('acsp');
    const tags = Array.from({ length: bytes.readUInt32BE(128) }, (_, at) => {
      const entry = 132 + 12 * at;
      const [from, size] = [bytes.readUInt32BE(entry + 4), bytes.readUInt32BE(entry + 8)];
      expect(from % 4).toBe(0);
      expect(from + size).toBeLessThanOrEqual(bytes.length);
      return bytes.toString('latin1', entry, entry + 4);
    });
    expect(tags.toSorted()).toEqual(['bTRC', 'bXYZ', 'chad', 'cprt', 'desc', 'gTRC', 'gXYZ', 'rTRC', 'rXYZ', 'wtpt']);
  });
});
