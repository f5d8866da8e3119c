import { DOCUMENT_NAMES, type DocumentName } from '#contract/printing/documents';
import { Layout } from '#contract/printing/layout';
import { DOCUMENT_LAYOUTS } from './documents/documents.ts';
import { LABEL_LAYOUTS } from './labels/labels.ts';

const WRITTEN = { ...LABEL_LAYOUTS, ...DOCUMENT_LAYOUTS };

/** The built-in layouts. A published mask with the same key replaces one. */
export const LAYOUTS = Object.fromEntries(DOCUMENT_NAMES.map((name) => [name, Layout.parse(WRITTEN[name])])) as Record<
  DocumentName,
  Layout
>;
