// Public API of this module for other modules.
export { compareInvoice, parcelsInInvoice, withdrawInvoice } from './compare-invoice.ts';
export { decideLines } from './decide-lines.ts';
export { noteWork, withdrawWork } from './note-work.ts';
