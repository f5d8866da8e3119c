// Public API of this module for other modules.
export { openBlocker } from './blockers.ts';
export { changeOrder, lockUntouched } from './change-order.ts';
export { lockTask } from './command-statements.ts';
export { runCommand } from './commands.ts';
export { checkAddress, createTask, cutOff, type NoteLines, type TaskInput, unknownSkus } from './create.ts';
export { type Known, readFacts } from './facts.ts';
export { firstMissing } from './first-missing.ts';
export { PRIORITY_FIELD } from './priority.ts';
export { noteReceivedUnits } from './received-units.ts';
export { recompute } from './recompute.ts';
export { makeRetour, makeUnknownRetour, openRetourOf } from './retour.ts';
export { returnedPieces } from './returned-pieces.ts';
