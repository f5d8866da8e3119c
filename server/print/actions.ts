import type { ActionSpec, Condition } from '#contract/mask';
import type { DocumentName } from '#contract/print/documents';

/** Actions of a mask that print documents of its rows: of one, and of those chosen as one file. */
export const printActions = (...documents: DocumentName[]): ActionSpec[] => documents.flatMap((document) => printAction(document));

/** One of them, offered on a row only while the condition holds; of several rows the server says which cannot be printed. */
export const printAction = (document: DocumentName, when?: Condition): ActionSpec[] => {
  const action = { key: `print.${document}`, label: `print.actions.${document}`, icon: 'printer', print: document } as const;
  return [
    { ...action, on: 'row', ...(when ? { when } : {}) },
    { ...action, on: 'bulk' },
  ];
};
