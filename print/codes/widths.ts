import type exported from 'jsbarcode/bin/barcodes/EAN_UPC/EAN13.js';

type Exported = typeof exported;
type Encoder = Extract<Exported, abstract new (...args: never) => unknown>;

/** Node imports a CommonJS file as its exports object; a bundler and the test runner import it as `default`. */
const encoderOf = (imported: Exported): Encoder =>
  'default' in imported ? imported.default : 'CODE39' in imported ? imported.CODE39 : imported;

/**
 * Wraps an encoder of jsbarcode as a function that returns widths of bars and spaces in modules, a bar first. Its drawing is not used: bars
 * are drawn on the printer's dots (docs/adr/0009-print-engine.md).
 */
export const widthsBy =
  (imported: Exported) =>
  (text: string): number[] => {
    // `flat`: EAN as one line of modules instead of parts with texts between them.
    const { data } = new (encoderOf(imported))(text, { flat: true }).encode();
    // Removes the gap after the last character of Code 39.
    return Array.from(data.replace(/0+$/, '').matchAll(/0+|1+/g), ([run]) => run.length);
  };
