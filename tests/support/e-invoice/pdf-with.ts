import { deflateSync } from 'node:zlib';

/** A small PDF with files in it, with a table of references or with a stream of them and objects in a stream. */
export function pdfWith(files: readonly { name: string; bytes: Buffer }[], way: 'table' | 'stream', trailer = ''): Buffer {
  const plain: string[] = [
    '<< /Type /Catalog /Names 2 0 R /Pages 3 0 R >>',
    '<< /EmbeddedFiles << /Kids [4 0 R] >> >>',
    '<< /Type /Pages /Kids [] /Count 0 >>',
    `<< /Names [${files.map(({ name }, i) => `(${name}) ${5 + i} 0 R`).join(' ')}] >>`,
    ...files.map(({ name }, i) => `<< /Type /Filespec /F (${name}) /UF <${hexOf(name)}> /EF << /F ${5 + files.length + i} 0 R >> >>`),
  ];
  const streams = files.map(({ bytes }) => {
    const packed = deflateSync(bytes);
    return { dict: `/Type /EmbeddedFile /Filter /FlateDecode /Length ${packed.length}`, packed };
  });
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\n', 'latin1')];
  const places = new Map<number, number>();
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  const add = (id: number, dict: string, packed: Buffer | null): void => {
    places.set(id, length());
    if (packed === null) parts.push(Buffer.from(`${id} 0 obj\n${dict}\nendobj\n`, 'latin1'));
    else parts.push(Buffer.from(`${id} 0 obj\n<< ${dict} >>\nstream\n`, 'latin1'), packed, Buffer.from('\nendstream\nendobj\n'));
  };
  const count = plain.length + streams.length;
  if (way === 'table') plain.forEach((value, i) => add(i + 1, value, null));
  streams.forEach(({ dict, packed }, i) => add(plain.length + i + 1, dict, packed));
  if (way === 'table') {
    const at = length();
    const rows = Array.from({ length: count }, (_, i) => `${String(places.get(i + 1)).padStart(10, '0')} 00000 n \n`).join('');
    const head = `xref\n0 1\n0000000000 65535 f \n1 ${count}\n${rows}`;
    parts.push(Buffer.from(`${head}trailer\n<< /Size ${count + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`));
    return Buffer.concat(parts);
  }
  const [holder, references] = [count + 1, count + 2];
  let inside = '';
  const index = plain.map((value, i) => {
    const offset = inside.length;
    inside += `${value}\n`;
    return `${i + 1} ${offset}`;
  });
  const head = `${index.join(' ')}\n`;
  const objects = deflateSync(Buffer.from(head + inside, 'latin1'));
  add(holder, `/Type /ObjStm /N ${plain.length} /First ${head.length} /Filter /FlateDecode /Length ${objects.length}`, objects);
  const at = length();
  const rows = Buffer.alloc(6 * (count + 3));
  for (let id = 1; id <= count + 2; id++) {
    const isInside = id <= plain.length;
    rows.writeUInt8(isInside ? 2 : 1, 6 * id);
    rows.writeUInt32BE(isInside ? holder : id === references ? at : (places.get(id) ?? 0), 6 * id + 1);
    rows.writeUInt8(isInside ? id - 1 : 0, 6 * id + 5);
  }
  // The predictor "up" of PNG, which most writers use here.
  const predicted = Buffer.alloc(7 * (count + 3));
  for (let row = 0; row < count + 3; row++) {
    predicted[7 * row] = 2;
    for (let i = 0; i < 6; i++)
      predicted[7 * row + 1 + i] = ((rows[6 * row + i] ?? 0) - (row > 0 ? (rows[6 * (row - 1) + i] ?? 0) : 0)) & 255;
  }
  const packed = deflateSync(predicted);
  const dict = `/Type /XRef /Size ${count + 3} /W [1 4 1] /Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 6 >> /Length ${packed.length} ${trailer}`;
  add(references, dict, packed);
  parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** UTF-16 with its mark. */
const hexOf = (name: string): string => `FEFF${Array.from(name, (char) => char.charCodeAt(0).toString(16).padStart(4, '0')).join('')}`;
