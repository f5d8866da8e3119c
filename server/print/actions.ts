import type { ActionSpec } from '#contract/mask';
import type { DocumentName } from '#contract/print/documents';

/** Actions of a mask that print documents of its rows: of one, and of those chosen as one file. */
export const printActions = (...documents: DocumentName[]): ActionSpec[] =>
  documents.flatMap((document) =>
    (['row', 'bulk'] as const).map(
      (on): ActionSpec => ({ key: `print.${document}`, label: `print.actions.${document}`, icon: 'printer', on, print: document }),
    ),
  );
