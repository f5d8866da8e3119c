/** The clauses of ISO 19005-3 that an e-invoice as it is drawn has to meet. No validator can be had here, so each is read out of the file. */
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeCii } from '../../../server/modules/money/e-invoice/cii.ts';
import { drawPaper } from '../../../server/modules/money/pdf.ts';
import { drawDocuments, randomOf } from '../../support/e-invoice/draw.ts';

type Part = { body: string; stream: Buffer | null };
let files: { latin: string; parts: Map<number, Part> }[];

/** Objects by number: dictionary, and the bytes of a stream without its filter. */
function partsOf(pdf: Buffer): Map<number, Part> {
  const latin = pdf.toString('latin1');
  const found = new Map<number, Part>();
  for (const match of latin.matchAll(/^(\d+) 0 obj\n/gm)) {
    const from = match.index + match[0].length;
    const end = latin.indexOf('endobj', from);
    const at = latin.indexOf('stream\n', from);
    const body = latin.slice(from, at < 0 || at > end ? end : at);
    const length = /\/Length (\d+)/.exec(body)?.[1];
    const raw = length === undefined || at > end ? null : pdf.subarray(at + 7, at + 7 + Number(length));
    found.set(Number(match[1]), { body, stream: raw && body.includes('/FlateDecode') ? inflateSync(raw) : raw });
  }
  return found;
}

beforeAll(async () => {
  const random = randomOf(19005);
  files = [];
  for (let n = 1; n <= 10; n++)
    for (const format of ['zugferd', 'xrechnung-cii'] as const) {
      const [drawn] = drawDocuments(random, n, format);
      if (!drawn) throw new Error('nothing drawn');
      const pdf = await drawPaper(drawn.invoice.no, drawn.paper, drawn.invoice, Buffer.from(writeCii(drawn.invoice)));
      files.push({ latin: pdf.toString('latin1'), parts: partsOf(pdf) });
    }
});

/** Dictionaries of all objects of a file, without the bytes of streams. */
const bodiesOf = ({ parts }: (typeof files)[number]): string[] => [...parts.values()].map(({ body }) => body);
const ref = (body: string, key: string): number => Number(new RegExp(`/${key}\\s?(\\d+) 0 R`).exec(body)?.[1]);

describe('an e-invoice as PDF/A-3b', () => {
  it('begins with a header and a comment of binary bytes, and ends with the marker (6.1.2, 6.1.3)', () => {
    for (const { latin } of files) {
      expect(latin).toMatch(/^%PDF-1\.[0-7]\n%[\x80-\xff]{4,}\n/);
      expect(latin).toMatch(/%%EOF\n?$/);
      expect(latin).toMatch(/\/ID\s?\[<[0-9A-F]{32}><[0-9A-F]{32}>\]/);
      expect(latin).not.toContain('/Encrypt');
    }
  });

  it('uses no filter but Flate, no external stream, and no object twice (6.1.7.1, 6.1.7.2, 6.1.9)', () => {
    for (const file of files) {
      for (const body of bodiesOf(file)) {
        for (const [, filter] of body.matchAll(/\/Filter\s?\[?\s?\/(\w+)/g)) expect(filter).toBe('FlateDecode');
        expect(body).not.toMatch(/\/(FFilter|FDecodeParms)\b/);
      }
      const numbers = [...file.latin.matchAll(/^(\d+) 0 obj\n/gm)].map(([, no]) => no);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  it('has no transparency, no transfer function, no alternative pictures and no PostScript (6.2.4, 6.2.5, 6.2.8, 6.2.9, 6.2.10)', () => {
    for (const file of files)
      for (const body of bodiesOf(file))
        expect(body).not.toMatch(/\/(SMask|BM|CA|ca|TR|TR2|HTP|Alternates|OPI|PS)\b|\/Group|\/Interpolate true|\/Subtype\s?\/PS/);
  });

  it('draws only colours that its output intent covers: device RGB and grey (6.2.3, 6.2.4.3)', () => {
    for (const file of files) {
      const intents = bodiesOf(file).filter((body) => body.includes('/Type/OutputIntent'));
      expect(intents).toHaveLength(1);
      const profile = file.parts.get(ref(intents[0] ?? '', 'DestOutputProfile'));
      expect(profile?.stream?.toString('latin1', 16, 20)).toBe('RGB ');
      expect(profile?.stream?.toString('latin1', 36, 40)).toBe('acsp');
      for (const { body, stream } of file.parts.values()) {
        expect(body).not.toMatch(/DeviceCMYK|\/DeviceN|\/Separation/);
        if (body.includes('/Type') || !stream) continue;
        expect(stream.toString('latin1')).not.toMatch(/(?:^|\s)[kK](?:\s|$)/m);
      }
    }
  });

  it('embeds every font, with the width of each glyph, a map of glyphs and a map to Unicode (6.2.11)', () => {
    for (const file of files) {
      const fonts = bodiesOf(file).filter((body) => body.includes('/Type/Font/'));
      const outer = fonts.filter((body) => body.includes('/Subtype/Type0'));
      const inner = fonts.filter((body) => body.includes('/Subtype/CIDFontType2'));
      expect(outer.length).toBeGreaterThan(0);
      expect(outer.length + inner.length).toBe(fonts.length);
      for (const body of outer) {
        expect(body).toContain('/Encoding/Identity-H');
        expect(file.parts.get(ref(body, 'ToUnicode'))?.stream?.toString('latin1')).toContain('begincmap');
      }
      for (const body of inner) {
        expect(body).toMatch(/\/CIDToGIDMap\/Identity/);
        expect(body).toMatch(/\/W\[/);
        const descriptor = file.parts.get(ref(body, 'FontDescriptor'))?.body ?? '';
        const program = file.parts.get(ref(descriptor, 'FontFile2'))?.stream;
        expect(program?.readUInt32BE(0)).toBe(0x00010000);
        // A subset is named by six capitals (ISO 32000-1, 9.6.4).
        expect(descriptor).toMatch(/\/FontName\/[A-Z]{6}\+/);
      }
    }
  });

  it('has no action, no script, no form and no multimedia (6.4, 6.5)', () => {
    for (const file of files)
      for (const body of bodiesOf(file))
        expect(body).not.toMatch(
          /\/(JavaScript|JS|Launch|Sound|Movie|ResetForm|ImportData|Hide|SetOCGState|Rendition|Trans|GoTo3DView|AA|OpenAction|AcroForm|XFA)\b/,
        );
  });

  it('says part 3 and conformance B in metadata that are neither compressed nor different from the Info dictionary (6.6.2, 6.6.4)', () => {
    for (const { parts } of files) {
      const found = [...parts.values()].filter(({ body }) => body.includes('/Type/Metadata'));
      expect(found).toHaveLength(1);
      expect(found[0]?.body).not.toContain('/Filter');
      const xmp = found[0]?.stream?.toString('utf8') ?? '';
      expect(xmp).toMatch(/^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/);
      expect(xmp).toMatch(/<\?xpacket end="[rw]"\?>$/);
      expect(/<pdfaid:part>(\d)<\/pdfaid:part><pdfaid:conformance>(\w)</.exec(xmp)?.slice(1)).toEqual(['3', 'B']);
      // Every namespace in use is a standard one or described in an extension schema (6.6.2.3).
      const described = [...xmp.matchAll(/<pdfaSchema:namespaceURI>([^<]+)</g)].map(([, uri]) => uri);
      expect(described).toEqual(['urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#']);
      const used = [...xmp.matchAll(/xmlns:(\w+)="([^"]+)"/g)].map(([, prefix]) => prefix);
      expect(new Set(used)).toEqual(
        new Set(['x', 'rdf', 'pdfaid', 'dc', 'pdf', 'xmp', 'pdfaExtension', 'pdfaSchema', 'pdfaProperty', 'fx']),
      );
    }
  });

  it('names its one embedded file with type, size, day and relation, from the catalog and from the names (6.8)', () => {
    for (const { parts } of files) {
      const bodies = [...parts.values()].map(({ body }) => body);
      const catalog = bodies.find((body) => body.includes('/Type/Catalog')) ?? '';
      const specs = [...parts].filter(([, { body }]) => body.includes('/Type/Filespec'));
      expect(specs).toHaveLength(1);
      const [no, spec] = specs[0] ?? [0, { body: '' }];
      expect(catalog).toContain(`/AF[${no} 0 R]`);
      expect(catalog).toMatch(new RegExp(`/EmbeddedFiles<</Names\\[\\([^)]+\\)${no} 0 R\\]`));
      for (const key of ['/F(', '/UF', '/Desc', '/AFRelationship/', '/EF<<']) expect(spec.body).toContain(key);
      const file = parts.get(Number(/\/EF<<\/F (\d+)/.exec(spec.body)?.[1]));
      expect(file?.body).toMatch(/\/Subtype\/text#2Fxml/);
      expect(file?.body).toMatch(/\/ModDate\(D:\d{14}Z\)/);
      expect(Number(/\/Params<<\/Size (\d+)/.exec(file?.body ?? '')?.[1])).toBe(file?.stream?.length);
    }
  });
});
