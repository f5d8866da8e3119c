import type { ActionSpec } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import type { DocumentName } from '#contract/printing/documents';

/** Print actions of a mask: of one row, and of the selected rows as one file. */
export const printActions = (...documents: DocumentName[]): ActionSpec[] => documents.flatMap((document) => printAction(document));

/**
 * Print actions for one document, offered on a row only if the condition holds. For several rows the server names those that cannot be
 * printed.
 */
export const printAction = (document: DocumentName, when?: Condition): ActionSpec[] => {
  const action = { key: `print.${document}`, label: `print.actions.${document}`, icon: 'printer', print: document } as const;
  return [
    { ...action, on: 'row', ...(when ? { when } : {}) },
    { ...action, on: 'bulk' },
  ];
};

/** Actions that ask warehouse staff to print one row or the selected rows. */
export const askActions = (...documents: DocumentName[]): ActionSpec[] =>
  documents.flatMap((document) => {
    const action = {
      key: `ask.${document}`,
      label: `print.ask.${document}`,
      done: 'print.asked',
      icon: 'printer',
      privilege: 'printJobs.request',
      inMenu: true,
    } as const;
    const path = `/v0/print/requests/${document}`;
    return [
      { ...action, on: 'row', call: { method: 'POST', path: `${path}/:id` } },
      { ...action, on: 'bulk', call: { method: 'POST', path } },
    ];
  });
