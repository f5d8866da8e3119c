import { DOCUMENT_NAMES, DOCUMENTS } from '#contract/printing/documents';
import { PrintMask, printFaults } from '#contract/printing/mask';
import { LAYOUTS } from '#print/layouts/layouts';
import { WORDS } from '#print/texts/words';

/** The built-in layouts, as masks. */
export const PRINT_MASKS: readonly PrintMask[] = DOCUMENT_NAMES.map((document) => ({
  key: DOCUMENTS[document].mask,
  kind: DOCUMENTS[document].kind,
  document,
  title: `print.documents.${document}`,
  layout: LAYOUTS[document],
}));

const WORD_KEYS = Object.keys(WORDS);

/** Faults of a layout's definition compared with the built-in one of its key, each with its path. Empty if it is printable. */
export function faultsOfLayout(original: PrintMask, definition: unknown): { path: string; rule: string; value: string }[] {
  const parsed = PrintMask.safeParse(definition);
  if (!parsed.success) return parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), rule: 'shape', value: issue.message }));
  // Key, kind and document cannot be edited; only the appearance can.
  const moved = (['key', 'kind', 'document'] as const).filter((part) => parsed.data[part] !== original[part]);
  if (moved.length > 0) return moved.map((path) => ({ path, rule: 'shape', value: parsed.data[path] }));
  return printFaults(parsed.data, WORD_KEYS);
}
