import { type Booked, CarrierError, type LabelFormat } from './adapter.ts';

const FORMATS: readonly [LabelFormat, string][] = [
  ['pdf', '%PDF'],
  ['png', '\x89PNG'],
  ['zpl', '^XA'],
];

/**
 * The bytes of a label and what they are, whatever was asked for: connectors deliver PDF instead of PNG, and ZPL as plain text in the field
 * for base64.
 * @throws CarrierError `unknown` if they are neither PDF nor PNG nor ZPL
 */
export function labelBytes(text: string): Booked['label'] {
  if (text.trimStart().startsWith('^XA')) return { format: 'zpl', bytes: Buffer.from(text) };
  const bytes = Buffer.from(text, 'base64');
  const head = bytes.subarray(0, 200).toString('latin1').trimStart();
  const [format] = FORMATS.find(([, begin]) => head.startsWith(begin)) ?? [];
  if (!format) throw new CarrierError({ kind: 'unknown', message: 'The label could not be read.' });
  return { format, bytes };
}

/** A paper for the customs. @returns null if there is none, or if it is no PDF */
export function pdfBytes(base64: string | null | undefined): Buffer | null {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? bytes : null;
}
