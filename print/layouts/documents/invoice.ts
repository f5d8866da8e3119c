import type { LayoutInput } from '#contract/printing/layout';
import { addressWindow, type Blocks, fields, filled, paper, table, text, WIDTH } from './sheet.ts';

const BANK = '{=doc.payTo}: {house.bank}';
const PAY = `${BANK}\n{=doc.paymentReference}: {paymentReference}`;
const empty = (field: string) => ({ field, op: 'empty' }) as const;
/** Where to pay, and by which reference. The code stays with the words that it stands for: alone on a page nobody would know what it pays. */
export const PAY_TO: Blocks = [
  { block: 'text', value: BANK, when: { and: [filled('house.bank'), empty('paymentReference')] } },
  { block: 'text', value: PAY, when: { and: [filled('house.bank'), filled('paymentReference'), empty('epc')] } },
  {
    block: 'elements',
    h: 47,
    when: filled('epc'),
    elements: [
      text([0, 0, WIDTH, 10], PAY, { fit: 'wrap', least: 6 }),
      // Modules of half a millimetre: phones read them from a screen and from paper.
      { is: 'code', type: 'qr', x: 0, y: 12, w: 34, h: 34, value: '{epc}', module: 0.5, least: 0.25, hri: false, align: 'left' },
      text([37, 25, 70, 8], '{=doc.scanToPay}', { size: 8, fit: 'wrap', least: 6, ink: '#555555' }),
    ],
  },
];

/** The lines of a document with prices, and their VAT. */
export const PRICED_TABLES: Blocks = [
  table(
    'lines',
    [
      { title: '{=doc.pos}', value: '{pos}', width: 11, align: 'right' },
      { title: '{=doc.what}', value: '{text}', below: '{note}' },
      { title: '{=qty}', value: '{qty|number}', below: '{unit}', width: 17, align: 'right' },
      {
        title: '{=doc.price}',
        value: '{price|price:currency}',
        below: '{=doc.discount} {discount|percent}',
        width: 27,
        align: 'right',
      },
      { title: '{=doc.vat}', value: '{vatRate|percent}', width: 14, align: 'right' },
      { title: '{=doc.net}', value: '{net|money:currency}', width: 31, align: 'right', sum: 'net' },
    ],
    { sums: '{=doc.netTotal}' },
  ),
  table(
    'vat',
    [
      { title: '{=doc.vatRate}', value: '{rate|percent}', below: '{note}' },
      { title: '{=doc.vatBase}', value: '{base|money:currency}', width: 40, align: 'right' },
      { title: '{=doc.vat}', value: '{tax|money:currency}', width: 40, align: 'right' },
    ],
    { when: filled('vat'), size: 8 },
  ),
];

/** A figure below the lines: two columns at the right. */
export const sum = (y: number, words: string, path: string, bold = false) => [
  text([WIDTH - 92, y, 52, 4.8], words, { size: bold ? 10 : 9, face: bold ? 'bold' : 'regular', fit: 'shrink' }),
  text([WIDTH - 40, y, 39, 4.8], `{${path}|money:currency}`, {
    size: bold ? 10 : 9,
    face: bold ? 'bold' : 'regular',
    align: 'right',
    fit: 'shrink',
  }),
];

/** Layout of invoices and credit notes. */
const account = (kind: 'invoice' | 'creditNote'): LayoutInput => {
  const title = `{=doc.${kind}}`;
  return paper({
    title,
    number: '{invoiceNo}',
    first: [
      ...addressWindow('{to|address:abroad}'),
      ...fields([125, 34, 70], 2, [
        [`{=doc.${kind}No}`, '{invoiceNo}', { face: 'bold' }],
        ['{=date}', '{issueDate|date}'],
        ['{=doc.customerNo}', '{customerNo}', { when: filled('customerNo') }],
        ['{=doc.customerVatId}', '{customerVatId}', { when: filled('customerVatId') }],
        ['{=doc.period}', '{period}', { when: filled('period') }],
        ['{=doc.dueDate}', '{dueDate|date}', { when: filled('dueDate') }],
        ['{=reference}', '{reference}', { when: filled('reference') }],
        ['{=doc.refersTo}', '{refersTo}', { when: filled('refersTo') }],
        ['{=doc.buyerReference}', '{buyerReference}', { when: filled('buyerReference') }],
      ]),
      text([20, 95, WIDTH, 8], `${title} {invoiceNo}`, { size: 15, face: 'bold', fit: 'shrink', least: 8 }),
    ],
    top: 108,
    blocks: [
      ...PRICED_TABLES,
      {
        block: 'elements',
        h: 28,
        elements: [
          ...sum(0, '{=doc.netTotal}', 'net'),
          ...sum(5, '{=doc.vat}', 'tax'),
          ...sum(10, '{=doc.gross}', 'gross', true),
          ...sum(15.5, '{=doc.paid}', 'paid'),
          { is: 'line', x: WIDTH - 92, y: 20.4, x2: WIDTH, y2: 20.4, width: 0.3 },
          ...sum(21, `{=doc.${kind === 'invoice' ? 'due' : 'credited'}}`, 'due', true),
        ],
      },
      { block: 'text', value: '{houseTax}', when: filled('houseTax') },
      { block: 'text', value: '{terms}', when: filled('terms') },
      { block: 'text', value: '{note}', when: filled('note') },
      ...(kind === 'invoice' ? PAY_TO : []),
    ],
  });
};

export const INVOICE = account('invoice');
export const CREDIT_NOTE = account('creditNote');
