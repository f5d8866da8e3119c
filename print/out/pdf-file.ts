import { strToU8, zlibSync } from 'fflate';
import { joinBytes } from '../font/bytes.ts';
import { fingerprint } from './fingerprint.ts';

/** A PDF as it grows: objects by number, in any order. */
export type PdfFile = {
  /** Sets a number aside for an object that others name before it is written. */
  reserve(): number;
  write(object: number, body: string): void;
  /** Writes a stream, deflated unless `packed` says that it is already; `entries` are those of its dictionary beside the length. */
  stream(object: number, entries: string, data: Uint8Array, packed?: boolean): void;
  /** Closes the file: cross-reference table, trailer, and an /ID made of the content, so that the same content gives the same bytes. */
  finish(root: number, info: number): Uint8Array;
};

/** Latin-1, as all of PDF's own words are. */
export const ascii = (text: string): Uint8Array => strToU8(text, true);

/** A text for people, UTF-16 with its mark, as hexadecimal: no character needs an escape. */
export const pdfText = (text: string): string => `<FEFF${utf16Hex(text)}>`;

export function utf16Hex(text: string): string {
  let hex = '';
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return hex;
}

/** A new PDF 1.7. The second line tells programs that move files that this one is binary. */
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
