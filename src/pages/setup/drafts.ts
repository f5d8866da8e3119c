import type { SetupStep } from '#contract/settings/setup';
import { onSessionEnd } from '../../providers/session.ts';

/** What was typed into a step and is not saved. Kept until the page is loaded anew, so that a look at another step loses nothing. */
export function createDrafts<T>(): Map<SetupStep, T> {
  const drafts = new Map<SetupStep, T>();
  onSessionEnd(() => drafts.clear());
  return drafts;
}
