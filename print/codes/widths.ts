import type exported from 'jsbarcode/bin/barcodes/EAN_UPC/EAN13.js';

type Exported = typeof exported;
type Encoder = Extract<Exported, abstract new (...args: never) => unknown>;

/** Node imports a CommonJS file as its exports; a bundler, and the test runner, as the `default` among them. */
const encoderOf = (imported: Exported): Encoder =>
  'default' in imported ? imported.default : 'CODE39' in imported ? imported.CODE39 : imported;

/**
 * An encoder of jsbarcode as a function that gives widths of bars and spaces in modules, a bar first. Its drawing is not used: bars are drawn on
 * the printer's dots (docs/adr/0009-print-engine.md).
 */
export const widthsBy =
  (imported: Exported) =>
  (text: string): number[] => {
    // `flat`: EAN as one line of modules, not in parts with texts between.
    const { data } = new (encoderOf(imported))(text, { flat: true }).encode();
    // Code 39 ends with the gap behind the last character.
    return Array.from(data.replace(/0+$/, '').matchAll(/0+|1+/g), ([run]) => run.length);
  };
