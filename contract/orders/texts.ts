import type { CommandName } from './actions.ts';
import type { RefusalKey } from './guards.ts';
import type { MissingFact } from './missing-facts.ts';
import type { BlockerKind, ParcelState, Priority, TaskKind, TaskStatus } from './statuses.ts';

/** Where the words of tasks stand (tasks.json). Written once, so that no screen spells a family of keys of its own. */
export const TASK_TEXTS = {
  status: (status: TaskStatus) => `tasks.statuses.${status}`,
  kind: (kind: TaskKind) => `tasks.kinds.${kind}`,
  priority: (priority: Priority) => `tasks.priorities.${priority}`,
  blocker: (blocker: BlockerKind) => `tasks.blockers.${blocker}`,
  command: (command: CommandName) => `tasks.commands.${command}`,
  /** What a dangerous command will do, asked before it runs. */
  confirmation: (command: CommandName) => `tasks.confirmations.${command}`,
  refusal: (refusal: RefusalKey) => `tasks.refusals.${refusal}`,
  missing: (fact: MissingFact['fact']) => `tasks.missing.${fact}`,
  work: (work: Exclude<MissingFact['action'], CommandName | null>) => `tasks.works.${work}`,
  parcelState: (state: ParcelState) => `tasks.parcelStates.${state}`,
};
