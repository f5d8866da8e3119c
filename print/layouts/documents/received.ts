import { Layout } from '#contract/printing/layout';
import { A4, LEFT, table, text, WIDTH } from './sheet.ts';

/**
 * Layout of an e-invoice that came as XML, for people who cannot read XML. It is no document of the house: it has no letterhead of it, nobody
 * edits it, and it says that the XML is the original. Amounts are in the currency that the facts name.
 */
export const RECEIVED = Layout.parse({
  size: A4,
  every: [text([LEFT, 284, WIDTH, 4], '{=doc.rendering} · {no} · {page}/{pages}', { size: 7, align: 'right' })],
  body: {
    left: LEFT,
    right: A4.width - LEFT - WIDTH,
    top: 15,
    topLater: 15,
    bottom: 18,
    blocks: [
      { block: 'text', value: '{=doc.rendering}', size: 8 },
      { block: 'text', value: '{kind|word:doc} {no}', face: 'bold', size: 15, after: 4 },
      table('facts', [
        { title: '{=doc.renderingFact}', value: '{key|word:doc.received}', width: 48 },
        { title: '{=doc.renderingValue}', value: '{value}' },
      ]),
      { block: 'text', value: ' ' },
      table('lines', [
        { title: '{=doc.pos}', value: '{pos}', width: 14 },
        { title: '{=doc.what}', value: '{text}', below: '{note}' },
        { title: '{=qty}', value: '{qty}', below: '{unit|word:doc.unitCode}', width: 20, align: 'right' },
        { title: '{=doc.price}', value: '{price}', width: 27, align: 'right' },
        { title: '{=doc.vat}', value: '{vat}', width: 19, align: 'right' },
        { title: '{=doc.net}', value: '{net|number:2}', width: 28, align: 'right' },
      ]),
      { block: 'text', value: ' ' },
      table('vat', [
        { title: '{=doc.vatRate}', value: '{rate}', below: '{reason}' },
        { title: '{=doc.vatBase}', value: '{base|number:2}', width: 40, align: 'right' },
        { title: '{=doc.vat}', value: '{tax|number:2}', width: 40, align: 'right' },
      ]),
      { block: 'text', value: ' ' },
      table('totals', [
        { title: '{=doc.renderingFact}', value: '{key|word:doc.received}', face: 'bold' },
        { title: '{=doc.amount}', value: '{amount|number:2}', width: 40, align: 'right', face: 'bold' },
      ]),
    ],
  },
});
