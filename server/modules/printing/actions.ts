import type { ActionSpec, Condition } from '#contract/core/mask';
import type { DocumentName } from '#contract/printing/documents';

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

/** Actions that ask the people of the warehouse to print: of one row, and of those chosen. */
export const askActions = (...documents: DocumentName[]): ActionSpec[] =>
  documents.flatMap((document) => {
    const action = { key: `ask.${document}`, label: `print.ask.${document}`, icon: 'printer', privilege: 'printJobs.request' } as const;
    const path = `/v0/print/requests/${document}`;
    return [
      { ...action, on: 'row', call: { method: 'POST', path: `${path}/:id` } },
      { ...action, on: 'bulk', call: { method: 'POST', path } },
    ];
  });
