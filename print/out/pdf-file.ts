import { strToU8, zlibSync } from 'fflate';
import { joinBytes } from '../font/bytes.ts';
import { fingerprint } from './fingerprint.ts';

/** A PDF under construction: numbered objects, in any order. */
export type PdfFile = {
  /** Reserves a number for an object that is referred to before it is written. */
  reserve(): number;
  write(object: number, body: string): void;
  /** Writes a stream, deflated unless `packed`. `entries` are added to its dictionary. */
  stream(object: number, entries: string, data: Uint8Array, packed?: boolean): void;
  /** Writes a stream as it is, without a filter. */
  plainStream(object: number, entries: string, data: Uint8Array): void;
  /**
   * Completes the file: cross-reference table, trailer, and an /ID derived from the content, so that the same content gives the same bytes.
   */
  finish(root: number, info: number): Uint8Array;
};

/** Latin-1 bytes, the encoding of PDF syntax. */
export const ascii = (text: string): Uint8Array => strToU8(text, true);

/** A text string (ISO 32000-1, 7.9.2.2): as it is where it has only letters of ASCII, else in UTF-16. */
export const pdfText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<FEFF${utf16Hex(text)}>`;

/** A date of an ISO instant, in UTC. */
export const pdfDate = (instant: string): string => `(D:${new Date(instant).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;

export function utf16Hex(text: string): string {
  let hex = '';
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return hex;
}

/** Starts a PDF 1.7. The second line marks the file as binary. */
export function createPdf(): PdfFile {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [0];
  let length = 0;
  const push = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  push(Uint8Array.of(...ascii('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 10));
  return {
    reserve: () => offsets.push(0) - 1,
    write(object, body) {
      offsets[object] = length;
      push(ascii(`${object} 0 obj\n${body}\nendobj\n`));
    },
    stream(object, entries, data, packed = false) {
      const bytes = packed ? data : zlibSync(data);
      offsets[object] = length;
      push(ascii(`${object} 0 obj\n<</Filter/FlateDecode/Length ${bytes.length}${entries}>>stream\n`));
      push(bytes);
      push(ascii('\nendstream\nendobj\n'));
    },
    plainStream(object, entries, data) {
      offsets[object] = length;
      push(ascii(`${object} 0 obj\n<</Length ${data.length}${entries}>>stream\n`));
      push(data);
      push(ascii('\nendstream\nendobj\n'));
    },
    finish(root, info) {
      const table = offsets.map((offset, at) => (at === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`));
      const id = fingerprint(parts).toUpperCase();
      const start = length;
      push(ascii(`xref\n0 ${offsets.length}\n${table.join('')}`));
      push(
        ascii(`trailer\n<</Size ${offsets.length}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\nstartxref\n${start}\n%%EOF\n`),
      );
      return joinBytes(parts);
    },
  };
}
