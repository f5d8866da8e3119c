import { readCode } from '../../core/barcode/kontor-codes.ts';
import type { Profile } from '../commands.ts';
import type { Work } from '../work.ts';
import { sum } from './profile-rules.ts';
import { SPECS } from './profiles.ts';
import type { Kind } from './resolve.ts';
import type { StationState } from './state.ts';
import { onlyOpens, step } from './step.ts';

/** What is left to do: nothing where an order only waits for its label. `pieces` and `lines` are null where the worker must not know them, as in a blind count. */
export type WaitingWork = { code: string; pieces: number | null; lines: number | null; urgent: boolean };

/** Shown at most. Tried at most, because each is opened on trial. */
const SHOWN = 12;
const TRIED = 60;

type Candidate = { code: string; urgent: boolean };
/** What can be opened, by the kind of its code, in the server's order: urgent first, then by date of dispatch and age. */
const OPENED: { [K in Kind]?: (work: Work) => Candidate[] } = {
  picklist: ({ picklists, tasks }) => {
    const urgent = new Set(tasks.filter(({ priority }) => priority === 'urgent').map(({ id }) => id));
    return picklists.map(({ no, lines }) => ({ code: no, urgent: lines.some(({ taskId }) => urgent.has(taskId)) }));
  },
  list: ({ loadingLists }) => loadingLists.map(({ no }) => ({ code: no, urgent: false })),
  count: ({ counts }) => counts.map(({ no }) => ({ code: no, urgent: false })),
  task: ({ tasks }) => tasks.map(({ no, priority }) => ({ code: no, urgent: priority === 'urgent' })),
  reference: ({ tasks }) => tasks.map(({ refOrderId, priority }) => ({ code: refOrderId, urgent: priority === 'urgent' })),
};
const KINDS = Object.keys(OPENED) as Kind[];

const kindOf = (profile: Profile): Kind | undefined => KINDS.find((one) => SPECS[profile].kinds.includes(one));
/** Whether an order, a list or a count is opened at this station by its number. */
export const opensByNumber = (profile: Profile): boolean => kindOf(profile) !== undefined;

/** The step that this code would make at the station, if it opens work and nothing else. */
function opened(state: StationState, text: string) {
  const made = step(state, { code: readCode(text), ids: () => '', now: state.base.at });
  const { outcome } = made.verdict;
  return (outcome === 'ok' || outcome === 'done') && onlyOpens(state, made) ? made.state : null;
}

/**
 * Work that can be opened at the station now, oldest first and urgent before others. Each was opened on trial by the station's own rules, so
 * a blocked order does not appear, and its number can be tapped in place of a scan. Empty if something is open.
 */
export function waitingWork(state: StationState): WaitingWork[] {
  const { family, options } = SPECS[state.profile];
  const kind = kindOf(state.profile);
  if (!kind || state.at.pending || family.show({ work: state.work, at: state.at, options })) return [];
  const found: WaitingWork[] = [];
  for (const { code, urgent } of OPENED[kind]?.(state.work).slice(0, TRIED) ?? []) {
    const next = code ? opened(state, code) : null;
    const summary = next && family.show({ work: next.work, at: next.at, options });
    if (!summary) continue;
    const known = summary.lines.filter(({ expected }) => expected !== null);
    const open = known.filter(({ done, expected }) => done < (expected ?? 0));
    const blind = known.length === 0;
    found.push({
      code,
      urgent,
      pieces: blind ? null : sum(open.map(({ done, expected }) => (expected ?? 0) - done)),
      lines: blind ? null : open.length,
    });
    if (found.length === SHOWN) break;
  }
  return found;
}
