import type { CommandName } from './actions.ts';
import type { RefusalKey } from './guards.ts';
import type { MissingFact } from './missing-facts.ts';
import type { ReturnReason } from './returns.ts';
import type { BlockerKind, ParcelState, Priority, TaskKind, TaskStatus } from './statuses.ts';

/** Locale keys of tasks (tasks.json), defined in one place so that screens do not build their own. */
export const TASK_TEXTS = {
  status: (status: TaskStatus) => `tasks.statuses.${status}`,
  kind: (kind: TaskKind) => `tasks.kinds.${kind}`,
  priority: (priority: Priority) => `tasks.priorities.${priority}`,
  blocker: (blocker: BlockerKind) => `tasks.blockers.${blocker}`,
  command: (command: CommandName) => `tasks.commands.${command}`,
  /** Says in the history what happened: a command, or an event that is none. */
  happened: (event: string) => `taskPage.happened.${event}`,
  /** Describes the effect of a dangerous command, shown before it runs. */
  confirmation: (command: CommandName) => `tasks.confirmations.${command}`,
  /** Says what a command did, with the row as placeholder. */
  done: (command: CommandName) => `tasks.done.${command}`,
  refusal: (refusal: RefusalKey) => `tasks.refusals.${refusal}`,
  missing: (fact: MissingFact['fact']) => `tasks.missing.${fact}`,
  work: (work: Exclude<MissingFact['action'], CommandName | null>) => `tasks.works.${work}`,
  returnReason: (reason: ReturnReason) => `tasks.returnReasons.${reason}`,
  parcelState: (state: ParcelState) => `tasks.parcelStates.${state}`,
};
