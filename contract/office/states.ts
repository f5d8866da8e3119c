import type { Meaning } from '../core/status.ts';

/** Columns of the office task board, in order. */
export const OFFICE_STATES = { open: 'wait', doing: 'work', waiting: 'stop', done: 'done' } as const satisfies Record<string, Meaning>;
export type OfficeState = keyof typeof OFFICE_STATES;
export const OFFICE_STATE_NAMES = Object.keys(OFFICE_STATES) as [OfficeState, ...OfficeState[]];

/** Columns of the requirements board. */
export const REQUIREMENT_STATES = {
  wished: 'wait',
  planned: 'wait',
  doing: 'work',
  done: 'done',
  declined: 'closed',
} as const satisfies Record<string, Meaning>;
export type RequirementState = keyof typeof REQUIREMENT_STATES;
export const REQUIREMENT_STATE_NAMES = Object.keys(REQUIREMENT_STATES) as [RequirementState, ...RequirementState[]];

/** States in which no more work is needed. */
export const SETTLED: readonly string[] = ['done', 'declined'] satisfies (OfficeState | RequirementState)[];
