import { inflateSync } from 'node:zlib';
import { EInvoiceError, fail } from './fault.ts';
import { isDict, nameOf, numberOf, type PdfDict, PdfReader, PdfRef, type PdfValue, PdfWork } from './pdf-values.ts';

/**
 * Finds the objects of a PDF: by its table or stream of references, and where these are broken by looking for objects in the whole file. What
 * is unpacked is limited, because a few bytes can stand for gigabytes (CWE-409).
 */

type Place = { at: number } | { stream: number; index: number };
type Stream = { dict: PdfDict; bytes: Buffer };

const MAX_OBJECTS = 200_000;
const MAX_UNPACKED = 64 * 1024 * 1024;
const MAX_SECTIONS = 200;

export class PdfFile {
  private readonly source: string;
  private readonly places = new Map<number, Place>();
  private readonly unpacked = new Map<number, { values: string; offsets: number[] }>();
  private readonly work = new PdfWork();
  private left = MAX_UNPACKED;
  trailer: PdfDict = new Map();

  /** @throws EInvoiceError `pdfBroken`, `pdfEncrypted`, `pdfTooLarge` */
  constructor(bytes: Buffer) {
    this.source = bytes.toString('latin1');
    try {
      this.readReferences();
      if (!isDict(this.get(this.trailer.get('Root')))) fail('pdfBroken');
    } catch (error) {
      if (!(error instanceof EInvoiceError) || error.fault !== 'pdfBroken') throw error;
      this.lookForObjects();
    }
    if (this.trailer.has('Encrypt')) fail('pdfEncrypted');
  }

  /** The value itself, or the object that it refers to. An object that is missing or broken is null. */
  get(value: PdfValue | undefined): PdfValue {
    let found = value ?? null;
    for (let hop = 0; found instanceof PdfRef && hop < 20; hop++) found = this.object(found.id);
    return found instanceof PdfRef ? null : found;
  }

  /** The unpacked bytes of a stream that a value refers to. @throws EInvoiceError `pdfBroken`, `pdfTooLarge` */
  stream(value: PdfValue | undefined): Stream | null {
    if (!(value instanceof PdfRef)) return null;
    const place = this.places.get(value.id);
    return place && 'at' in place ? this.streamAt(place.at) : null;
  }

  private object(id: number): PdfValue {
    const place = this.places.get(id);
    if (!place) return null;
    if ('at' in place) {
      const reader = this.openObject(place.at);
      return reader ? reader.value() : null;
    }
    const holder = this.objectStream(place.stream);
    const offset = holder?.offsets[place.index];
    return holder && offset !== undefined ? new PdfReader(holder.values, offset, this.work).value() : null;
  }

  /** Behind `12 0 obj`; null if there is none at this place. */
  private openObject(at: number): PdfReader | null {
    const reader = new PdfReader(this.source, at, this.work);
    reader.skipSpace();
    return reader.take(/\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj/y) ? reader : null;
  }

  private streamAt(at: number): Stream | null {
    const reader = this.openObject(at);
    const dict = reader?.value();
    if (!reader || !isDict(dict) || !reader.keyword('stream')) return null;
    reader.take(/\r\n|\n|\r/y);
    const start = reader.at;
    const given = numberOf(this.get(dict.get('Length')));
    const fits = given !== null && given >= 0 && /^[\0\t\n\f\r ]*endstream/.test(this.source.slice(start + given, start + given + 30));
    const end = fits ? start + given : this.source.indexOf('endstream', start);
    this.work.spend((end < 0 ? this.source.length : end) - start);
    if (end < 0) return fail('pdfBroken');
    return { dict, bytes: this.unpack(dict, Buffer.from(this.source.slice(start, end), 'latin1')) };
  }

  private unpack(dict: PdfDict, packed: Buffer): Buffer {
    const filter = this.get(dict.get('Filter'));
    const filters = (Array.isArray(filter) ? filter : filter === null ? [] : [filter]).map((one) => nameOf(this.get(one)));
    const parameters = this.get(dict.get('DecodeParms'));
    let bytes = packed;
    for (const [i, name] of filters.entries()) {
      if (name !== 'FlateDecode' && name !== 'Fl') return fail('pdfBroken');
      bytes = inflate(bytes, this.left);
      this.left -= bytes.length;
      const of = this.get(Array.isArray(parameters) ? parameters[i] : parameters);
      if (isDict(of)) bytes = unpredict(bytes, numberOf(this.get(of.get('Predictor'))) ?? 1, numberOf(this.get(of.get('Columns'))) ?? 1);
    }
    return bytes;
  }

  private objectStream(id: number): { values: string; offsets: number[] } | null {
    const known = this.unpacked.get(id);
    if (known) return known;
    const found = this.stream(new PdfRef(id));
    if (!found) return null;
    const values = found.bytes.toString('latin1');
    const first = numberOf(this.get(found.dict.get('First'))) ?? 0;
    const reader = new PdfReader(values, 0, this.work);
    const count = Math.min(numberOf(this.get(found.dict.get('N'))) ?? 0, MAX_OBJECTS);
    const offsets: number[] = [];
    for (let i = 0; i < count; i++) {
      reader.value();
      offsets.push(first + (numberOf(reader.value()) ?? 0));
    }
    const made = { values, offsets };
    this.unpacked.set(id, made);
    return made;
  }

  private remember(id: number, place: Place): void {
    if (this.places.size >= MAX_OBJECTS) fail('pdfTooLarge');
    if (!this.places.has(id)) this.places.set(id, place);
  }

  /** From the end of the file, newest section first: what a later section says counts. */
  private readReferences(): void {
    const start = /startxref\s+(\d{1,15})\s*(?:%%EOF)?/.exec(this.source.slice(this.source.lastIndexOf('startxref')));
    if (!start) fail('pdfBroken');
    const seen = new Set<number>();
    const next = [Number(start?.[1])];
    for (let at = next.shift(); at !== undefined; at = next.shift()) {
      if (seen.has(at)) continue;
      if (seen.size >= MAX_SECTIONS) fail('pdfBroken');
      seen.add(at);
      const reader = new PdfReader(this.source, at, this.work);
      const dict = reader.keyword('xref') ? this.readTable(reader) : this.readReferenceStream(at);
      for (const [key, value] of dict) if (!this.trailer.has(key)) this.trailer.set(key, value);
      for (const key of ['XRefStm', 'Prev']) {
        const other = numberOf(dict.get(key));
        if (other !== null) next.push(other);
      }
    }
  }

  private readTable(reader: PdfReader): PdfDict {
    for (;;) {
      if (reader.keyword('trailer')) break;
      const head = reader.take(/(\d{1,10})[ ]+(\d{1,10})\s*/y) ?? fail('pdfBroken');
      const [from, count] = [Number(head[1]), Number(head[2])];
      for (let i = 0; i < count; i++) {
        const row = reader.take(/(\d{10})[ ]+\d{5}[ ]+([nf])\s*/y) ?? fail('pdfBroken');
        if (row[2] === 'n') this.remember(from + i, { at: Number(row[1]) });
      }
    }
    const dict = reader.value();
    return isDict(dict) ? dict : fail('pdfBroken');
  }

  private readReferenceStream(at: number): PdfDict {
    const found = this.streamAt(at) ?? fail('pdfBroken');
    const { dict, bytes } = found;
    const numbers = (key: string): number[] => {
      const list = dict.get(key);
      return Array.isArray(list) ? list.map((one) => numberOf(one) ?? 0) : [];
    };
    const [type = 0, second = 0, third = 0] = numbers('W');
    const width = type + second + third;
    if (nameOf(dict.get('Type')) !== 'XRef' || width <= 0 || width > 24 || second > 6 || third > 6) return fail('pdfBroken');
    const index = dict.has('Index') ? numbers('Index') : [0, numberOf(dict.get('Size')) ?? 0];
    let place = 0;
    for (let i = 0; i + 1 < index.length; i += 2)
      for (let n = 0; n < (index[i + 1] ?? 0) && place + width <= bytes.length; n++, place += width) {
        const kind = type === 0 ? 1 : bytes[place + type - 1];
        const [a, b] = [
          second === 0 ? 0 : bytes.readUIntBE(place + type, second),
          third === 0 ? 0 : bytes.readUIntBE(place + type + second, third),
        ];
        if (kind === 1) this.remember((index[i] ?? 0) + n, { at: a });
        if (kind === 2) this.remember((index[i] ?? 0) + n, { stream: a, index: b });
      }
    return dict;
  }

  /** Without usable references: every `12 0 obj` of the file, the last one of a number counts, and what lies in object streams. */
  private lookForObjects(): void {
    this.places.clear();
    this.trailer = new Map();
    const pattern = /(?:^|[\0\t\n\f\r ])(\d{1,10})[\t ]+\d{1,5}[\t ]+obj\b/g;
    for (let found = pattern.exec(this.source); found; found = pattern.exec(this.source)) {
      if (this.places.size >= MAX_OBJECTS) fail('pdfTooLarge');
      this.places.set(Number(found[1]), { at: found.index + (/^\d/.test(found[0]) ? 0 : 1) });
    }
    // What lies in object streams is added meanwhile.
    const found = Array.from(this.places);
    for (const [id, place] of found) {
      const dict = 'at' in place ? attempt(() => this.openObject(place.at)?.value() ?? null) : null;
      if (!isDict(dict)) continue;
      const type = nameOf(dict.get('Type'));
      if (type === 'Catalog') this.trailer.set('Root', new PdfRef(id));
      if (type === 'XRef' && dict.has('Encrypt')) this.trailer.set('Encrypt', true);
      if (type === 'ObjStm') attempt(() => this.unpackObjects(id));
    }
    if (/trailer[\0\t\n\f\r ]*<<[^>]{0,2000}\/Encrypt\b/.test(this.source)) this.trailer.set('Encrypt', true);
    if (!this.trailer.has('Root') && !this.trailer.has('Encrypt')) fail('pdfBroken');
  }

  private unpackObjects(id: number): null {
    const holder = this.objectStream(id);
    const reader = new PdfReader(holder?.values ?? '', 0, this.work);
    for (let i = 0; i < (holder?.offsets.length ?? 0); i++) {
      const inner = numberOf(reader.value()) ?? 0;
      reader.value();
      this.remember(inner, { stream: id, index: i });
      if (nameOf((this.object(inner) as PdfDict | null)?.get?.('Type')) === 'Catalog') this.trailer.set('Root', new PdfRef(inner));
    }
    return null;
  }
}

/** Null where a part of the file is broken; what is too large or encrypted stays refused. */
function attempt<T>(run: () => T | null): T | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof EInvoiceError && error.fault === 'pdfBroken') return null;
    throw error;
  }
}

function inflate(packed: Buffer, left: number): Buffer {
  if (left <= 0) return fail('pdfTooLarge');
  try {
    return inflateSync(packed, { maxOutputLength: left });
  } catch (error) {
    return fail((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'pdfTooLarge' : 'pdfBroken');
  }
}

/** Takes back the predictors of PNG (ISO 32000-1, 7.4.4.4), which streams of references use. */
function unpredict(bytes: Buffer, predictor: number, columns: number): Buffer {
  if (predictor < 10) return bytes;
  if (!Number.isInteger(columns) || columns < 1 || columns > 100_000) return fail('pdfBroken');
  const rows = Math.floor(bytes.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const kind = bytes[row * (columns + 1)];
    for (let i = 0; i < columns; i++) {
      const given = bytes[row * (columns + 1) + 1 + i] ?? 0;
      const left = i > 0 ? (plain[row * columns + i - 1] ?? 0) : 0;
      const up = row > 0 ? (plain[(row - 1) * columns + i] ?? 0) : 0;
      const upLeft = i > 0 && row > 0 ? (plain[(row - 1) * columns + i - 1] ?? 0) : 0;
      const guess = kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : kind === 4 ? paeth(left, up, upLeft) : 0;
      plain[row * columns + i] = (given + guess) & 255;
    }
  }
  return plain;
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}
