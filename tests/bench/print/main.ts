import html2canvas from 'html2canvas';
import { jsPDF } from 'jspdf';
import { gs1Code128 } from '#print/codes/code128';
import { datamatrix } from '#print/codes/datamatrix';
import { LAYOUTS } from '#print/layouts/layouts';
import { makePrint, warmPrint } from '../../../src/print/make.ts';
import { parcels } from './records.ts';

export type Variant = 'ours' | 'canvas' | 'drawn';
export type Printed = { first: number; total: number; bytes: number; stall: number };
declare global {
  interface Window {
    print500?: (variant: Variant, count: number) => Promise<Printed>;
    warmPrint?: () => void;
  }
}

/** The longest time in which the page could not have answered. */
function watchStalls(): () => number {
  const channel = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  let over = false;
  channel.port1.addEventListener('message', () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) channel.port2.postMessage(null);
  });
  // A port that is listened to this way waits until it is started.
  channel.port1.start();
  channel.port2.postMessage(null);
  return () => {
    over = true;
    // Work that never let go has no message behind it.
    return Math.max(longest, performance.now() - last);
  };
}

type Record500 = ReturnType<typeof parcels>[number];
const textsOf = ({ from, to, ...one }: Record500): string[] => [
  'From',
  from.name1,
  `${from.streetName} ${from.streetNumber}`,
  `${from.zip} ${from.city}`,
  'To',
  to.name1,
  to.name2,
  `${to.streetName} ${to.streetNumber}`,
  `${to.zip} ${to.city}`,
  to.country,
  to.phone,
  one.carrier,
  one.service,
  one.routing,
  'Parcel',
  `${one.seq}/${one.of}`,
  'Reference',
  one.reference,
  'Weight',
  `${one.weight} g`,
  one.trackingNo,
];

const barsSvg = (widths: readonly number[], height: number): string => {
  let x = 10;
  const rects = widths.map((width, i) => {
    const rect = i % 2 === 0 ? `<rect x="${x}" y="0" width="${width}" height="${height}"/>` : '';
    x += width;
    return rect;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${(x + 10) * 1.9}" height="${height}" viewBox="0 0 ${x + 10} ${height}" preserveAspectRatio="none">${rects.join('')}</svg>`;
};
const rowsOf = (text: string): Uint8Array[] => datamatrix(text) ?? [];
const matrixSvg = (rows: readonly Uint8Array[]): string => {
  const rects = rows.flatMap((row, y) => [...row].map((dark, x) => (dark ? `<rect x="${x}" y="${y}" width="1" height="1"/>` : '')));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 ${rows.length} ${rows.length}">${rects.join('')}</svg>`;
};

/** The way of many web shops: a label in the page, a picture of it, the picture in a PDF. Two pixels a CSS pixel, JPEG. */
async function canvas(records: readonly Record500[]): Promise<{ first: number; bytes: number }> {
  const stage = document.querySelector('#stage');
  const pdf = new jsPDF({ unit: 'mm', format: [100, 150] });
  const begun = performance.now();
  let first = 0;
  for (const [i, record] of records.entries()) {
    const label = document.createElement('div');
    label.className = 'label';
    label.innerHTML = textsOf(record)
      .map((text, t) => `<span style="left:10px;top:${10 + t * 14}px">${text}</span>`)
      .join('');
    label.innerHTML += `<div style="left:10px;top:320px">${barsSvg(gs1Code128(`00${record.sscc}`), 120)}</div>`;
    label.innerHTML += `<div style="left:300px;top:20px">${matrixSvg(rowsOf(record.trackingNo))}</div>`;
    stage?.replaceChildren(label);
    const picture = await html2canvas(label, { scale: 2, logging: false });
    if (i > 0) pdf.addPage([100, 150]);
    pdf.addImage(picture.toDataURL('image/jpeg', 0.92), 'JPEG', 0, 0, 100, 150);
    first ||= performance.now() - begun;
  }
  return { first, bytes: pdf.output('arraybuffer').byteLength };
}

/** jsPDF drawing texts and a rectangle a bar, on the page's own thread. */
async function drawn(records: readonly Record500[]): Promise<{ first: number; bytes: number }> {
  const pdf = new jsPDF({ unit: 'mm', format: [100, 150], compress: true });
  const begun = performance.now();
  let first = 0;
  for (const [i, record] of records.entries()) {
    if (i > 0) pdf.addPage([100, 150]);
    pdf.setFontSize(9);
    for (const [t, text] of textsOf(record).entries()) pdf.text(text, 4, 6 + t * 4);
    let x = 8;
    for (const [b, width] of gs1Code128(`00${record.sscc}`).entries()) {
      if (b % 2 === 0) pdf.rect(x, 105, width * 0.5, 35, 'F');
      x += width * 0.5;
    }
    for (const [y, row] of rowsOf(record.trackingNo).entries())
      for (const [m, dark] of row.entries()) if (dark) pdf.rect(80 + m * 0.75, 10 + y * 0.75, 0.75, 0.75, 'F');
    first ||= performance.now() - begun;
  }
  return { first, bytes: pdf.output('arraybuffer').byteLength };
}

async function ours(records: readonly Record500[]): Promise<{ first: number; bytes: number }> {
  const order = {
    document: 'transportLabel',
    layout: LAYOUTS.transportLabel,
    locales: ['de'],
    dpi: 203,
    format: 'pdf',
    copies: 1,
    title: 'bench',
  } as const;
  const begun = performance.now();
  // One label first, as a pack station prints it: worker, fonts and layout are cold.
  await makePrint({ ...order, records: records.slice(0, 1) });
  const first = performance.now() - begun;
  const { bytes } = await makePrint({ ...order, records });
  return { first, bytes: bytes.length };
}

const RUN = { ours, canvas, drawn };

window.warmPrint = warmPrint;
window.print500 = async (variant, count) => {
  const records = parcels(count);
  const stalls = watchStalls();
  const begun = performance.now();
  const { first, bytes } = await RUN[variant](records);
  const total = performance.now() - begun - (variant === 'ours' ? first : 0);
  return { first, total, bytes: bytes / count, stall: stalls() };
};
