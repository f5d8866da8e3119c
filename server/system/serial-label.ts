import { code128 } from '#print/codes/code128';

/** A serial-number label in millimetres: 62 x 29, the common continuous label of desk printers. */
const PAGE = { width: 62, height: 29 };
const BARS = { bottom: 9, height: 14 };
const QUIET_MODULES = 10;
/** Narrower bars do not survive a 203 dpi thermal printer: two dots are 0.25 mm. */
const MIN_MODULE = 0.25;
const MAX_MODULE = 0.5;
/** Every letter of Courier is this wide, in parts of its size. */
const COURIER = 0.6;
const POINTS = 72 / 25.4;

const at = (mm: number): string => (mm * POINTS).toFixed(3);
const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** Text and vector bars, so that the label is sharp on every printer. Null when the number is too long for bars that scan. */
export function serialLabel(serial: string): Buffer | null {
  const widths = code128(serial);
  const modules = widths.reduce((sum, width) => sum + width, 0);
  const module = Math.min(MAX_MODULE, PAGE.width / (modules + 2 * QUIET_MODULES));
  if (module < MIN_MODULE) return null;
  let x = (PAGE.width - modules * module) / 2;
  const bars = widths.flatMap((width, i) => {
    const left = x;
    x += width * module;
    return i % 2 === 0 ? [`${at(left)} ${at(BARS.bottom)} ${at(width * module)} ${at(BARS.height)} re f`] : [];
  });
  const size = Math.min(11, ((PAGE.width - 4) * POINTS) / (serial.length * COURIER));
  const left = (PAGE.width - (serial.length * COURIER * size) / POINTS) / 2;
  return pdf([...bars, `BT /F1 ${size.toFixed(2)} Tf ${at(left)} ${at(3.5)} Td (${escaped(serial)}) Tj ET`].join('\n'));
}

/** The smallest PDF that holds one page of drawing (ISO 32000-1, 7.5). */
function pdf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${at(PAGE.width)} ${at(PAGE.height)}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}
