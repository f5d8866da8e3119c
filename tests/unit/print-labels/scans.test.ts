import { beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#contract/core/limits';
import { Layout } from '#contract/printing/layout';
import type { BarsOp } from '#print/display';
import { LABEL_LAYOUTS } from '#print/layouts/labels/labels';
import { drawDots } from '#print/out/bitmap';
import { writePdf } from '#print/out/pdf';
import { render } from '#print/render';
import { loadPage } from '../../../server/modules/printing/fonts.ts';
import { pixelsOfDots } from '../../support/pixels.ts';
import { withPages } from '../../support/render.ts';
import { LABEL_NAMES, type LabelName, samples } from './data.ts';
import { type Drawn, drawnOf, narrowest, prepareReader, read, wrongDots } from './measure.ts';

const SAMPLES = 200;
const LOCALES: readonly Locale[][] = [['de'], ['cn'], ['en'], ['de', 'en']];

/** Kinds of codes by the names of the decoder. */
const FORMATS = {
  'gs1-128': 'Code128',
  code128: 'Code128',
  code39: 'Code39',
  ean13: 'EAN13',
  ean8: 'EAN8',
  upca: 'UPCA',
  itf14: 'ITF',
  identcode: 'ITF',
  leitcode: 'ITF',
  datamatrix: 'DataMatrix',
  'gs1-datamatrix': 'DataMatrix',
  qr: 'QRCode',
  'gs1-qr': 'QRCode',
} as const;
type Type = keyof typeof FORMATS;

/** Modules left free beside each kind, and the least module in mm (labels.md, 1.3). */
const QUIET: Partial<Record<Type, number>> = { ean13: 7, ean8: 7, upca: 9, datamatrix: 1, 'gs1-datamatrix': 1, qr: 4, 'gs1-qr': 4 };
const LEAST: Partial<Record<Type, number>> = { ean13: 0.264, ean8: 0.264, upca: 0.264 };

/** Which kind a drawn code must be, told from the data alone. */
function typeOf(label: LabelName, record: Record<string, unknown>, op: BarsOp, { kind }: Drawn): Type {
  if (label === 'codeLabel') return record.type as Type;
  if (kind === 'matrix') return label === 'palletLabel' ? 'gs1-datamatrix' : 'datamatrix';
  if (label === 'itemLabel') return record.codeType as Type;
  if (op.says === record.routingCode) return record.routingCodeType as Type;
  return op.says.startsWith('(') ? 'gs1-128' : 'code128';
}

/** Every value that must be readable on the label. */
function wanted(label: LabelName, record: Record<string, unknown>): string[] {
  const { code, trackingNo, sscc, elements, serial, routingCode, codeType } = record as Record<string, string>;
  const number = sscc ? [`(00)${sscc}`] : [];
  const parcel = () => [...number, ...(routingCode ? [routingCode] : []), ...(sscc && routingCode ? [] : [trackingNo!]), trackingNo!];
  if (label === 'transportLabel' || label === 'returnLabel') return parcel();
  if (label === 'palletLabel') return [...number, ...number, ...(elements ? [elements] : [])];
  if (label === 'serialLabel') return [serial!, serial!];
  if (label === 'itemLabel') return codeType === 'code128' ? [code!, code!] : [code!];
  if (label === 'boxLabel' || label === 'compartmentLabel' || label === 'commandLabel') return [code!, code!];
  return label === 'logisticsLabel' ? [] : [code!];
}

beforeAll(prepareReader);

describe('every code on every label is read back as it was meant', () => {
  it.each(LABEL_NAMES)('%s, at 203 and 300 dpi, from our dots and from the PDF', async (label) => {
    const layout = Layout.parse(LABEL_LAYOUTS[label]);
    const all = samples(label, SAMPLES);
    const faults: string[] = [];
    for (const [part, locales] of LOCALES.entries()) {
      for (const dpi of [203, 300]) {
        const records = all.filter((_, i) => i % 8 === part * 2 + (dpi === 203 ? 0 : 1));
        const { pages, warnings, fonts } = await render({ document: label, layout, records, locales, dpi }, loadPage);
        expect(warnings).toEqual([]);
        // Sheets of whole dots: a driver does not stretch a page to them, the renderer of these tests would.
        const whole = (length: number): number => (Math.ceil((length * dpi) / 25.4) * 25.4) / dpi;
        const sheets = pages.map((page) => ({ ...page, width: whole(page.width), height: whole(page.height) }));
        const pdf = writePdf(sheets, fonts, { title: label, created: '2026-11-21T11:00:00Z' });
        await withPages(pdf, dpi, async (draw) => {
          for (const [i, page] of sheets.entries()) {
            const record = records[i]!;
            const codes = page.ops.filter((op) => op.op === 'bars');
            expect(codes.map((op) => op.says).toSorted(), JSON.stringify(record)).toEqual(wanted(label, record).toSorted());
            if (codes.length === 0) continue;
            const ours = pixelsOfDots(drawDots(page, fonts, dpi));
            const theirs = await draw(i);
            for (const op of codes) {
              const code = drawnOf(op, dpi);
              const type = typeOf(label, record, op, code);
              const logistic = op.says.startsWith('(00)') && op.says !== record.routingCode;
              const least = logistic ? 0.495 : (LEAST[type] ?? 0.25);
              const tell = (what: string) => faults.push(`${type} ${op.says} at ${dpi} dpi: ${what}`);
              for (const [who, drawn] of [['dots', ours] as const, ['pdf', theirs] as const]) {
                const wrong = wrongDots(drawn, code, QUIET[type] ?? 10);
                if (wrong > 0) tell(`${wrong} wrong dots in ${who}`);
                const module = narrowest(drawn, code, type.endsWith('qr') ? 6 : 0);
                if (module !== code.module || (module * 25.4) / dpi < least) tell(`module of ${module} dots in ${who}`);
                // Equal dots are read equally: once is enough.
                if (who === 'dots' || wrong > 0) {
                  const text = await read(drawn, code, [FORMATS[type]]);
                  if (text !== (type === 'upca' ? `0${op.says}` : op.says)) tell(`read as ${text} from ${who}`);
                }
              }
              if (logistic && code.kind === 'bars' && (code.h * 25.4) / dpi < 31.75) tell(`only ${code.h} dots high`);
            }
          }
        });
      }
    }
    expect(faults).toEqual([]);
  });
});
