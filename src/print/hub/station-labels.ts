import { list } from '../../providers/http.ts';
import { onLive } from '../../providers/live.ts';
import { findAgent, useAgent } from './agent.ts';
import { chosenPrinter, printerNamed } from './choices.ts';
import { printOnce } from './hub.ts';

/** A carrier sells a label within seconds; one that took longer than this is fetched by hand from the order. */
const BACK = 30 * 60_000;
/** News of one parcel come in a burst: measured, requested, bought. */
const SOON = 250;
/** Where the agent or the house did not answer it is asked again, ever more rarely: an agent may start after the page. */
const AGAIN = 2_000;
const RAREST = 60_000;
const MOST = 25;

/**
 * Prints the labels of what was packed at a station as soon as the carrier has sold them, on the label printer chosen at this computer and
 * nowhere else; without one nothing happens. Each parcel's label comes out once whatever is reloaded: the job's row says that it did.
 * Returns what stops it.
 */
export function labelWhatIsPacked(stationId: string): () => void {
  const halt = new AbortController();
  const done = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Infinity;
  let wait = AGAIN;

  const packed = async (): Promise<{ id: string; no: string }[]> => {
    const since = new Date(Date.now() - BACK).toISOString();
    const filters = [
      { field: 'stationId', op: 'eq' as const, value: stationId },
      { field: 'labelState', op: 'in' as const, value: ['bought', 'foreign'] },
      { field: 'closedAt', op: 'gte' as const, value: since },
    ];
    const query = { limit: MOST, cursor: null, search: '', sort: 'closedAt', back: false, filters };
    return (await list<{ id: string; no: string }>('/v0/parcels', query, halt.signal, { background: true, handles: 'all' })).data;
  };

  /** @throws when somebody did not answer, and it is worth asking again */
  async function look(): Promise<void> {
    const name = chosenPrinter('label', stationId);
    if (name === null) return;
    if (useAgent.getState().state !== 'connected' && !(await findAgent())) {
      // Not paired or not allowed: that changes by a click, which is heard of.
      if (useAgent.getState().state === 'absent') throw new Error('no agent answers');
      return;
    }
    const parcels = await packed();
    const printer = await printerNamed(name, 'label');
    for (const { id, no } of parcels) {
      if (done.has(id) || halt.signal.aborted) continue;
      done.add(id);
      // A job that is under way is kept and taken up again by the hub.
      await printOnce({ document: 'transportLabel', ids: [id], title: no }, printer).catch(() => done.delete(id));
    }
  }
  async function run(): Promise<void> {
    due = Infinity;
    try {
      await look();
      wait = AGAIN;
    } catch {
      lookIn(wait);
      wait = Math.min(wait * 2, RAREST);
    }
  }
  /** Looks after so many milliseconds, or earlier where that was agreed already. */
  function lookIn(milliseconds: number): void {
    const at = Date.now() + milliseconds;
    if (halt.signal.aborted || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void run(), milliseconds);
  }

  const stops = [
    onLive('change', ({ area }) => (area === 'parcels' ? lookIn(SOON) : undefined)),
    useAgent.subscribe((now, before) => (now.state === 'connected' && before.state !== 'connected' ? lookIn(SOON) : undefined)),
  ];
  lookIn(SOON);
  return () => {
    halt.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
