import { list } from '../../providers/http.ts';
import { onLive } from '../../providers/live.ts';
import { useAgent } from './agent.ts';
import { chosenPrinter, printerNamed } from './choices.ts';
import { printOnce } from './hub.ts';

/** A carrier sells a label within seconds; one that took longer than this is fetched by hand from the order. */
const BACK = 30 * 60_000;
/** News of one parcel come in a burst: measured, requested, bought. */
const SOON = 250;
const MOST = 25;

/**
 * Prints the labels of what was packed at a station as soon as the carrier has sold them, on the label printer chosen at this computer and
 * nowhere else; without one nothing happens. Each parcel's label comes out once whatever is reloaded: the job's row says that it did.
 * Returns what stops it.
 */
export function labelWhatIsPacked(stationId: string): () => void {
  const halt = new AbortController();
  const done = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  async function look(): Promise<void> {
    const name = chosenPrinter('label', stationId);
    if (name === null || useAgent.getState().state !== 'connected') return;
    const since = new Date(Date.now() - BACK).toISOString();
    const filters = [
      { field: 'stationId', op: 'eq' as const, value: stationId },
      { field: 'labelState', op: 'in' as const, value: ['bought', 'foreign'] },
      { field: 'closedAt', op: 'gte' as const, value: since },
    ];
    const query = { limit: MOST, cursor: null, search: '', sort: 'closedAt', back: false, filters };
    const { data } = await list<{ id: string; no: string }>('/v0/parcels', query, halt.signal, { background: true, handles: 'all' });
    const printer = await printerNamed(name, 'label');
    for (const { id, no } of data) {
      if (done.has(id) || halt.signal.aborted) continue;
      done.add(id);
      await printOnce({ document: 'transportLabel', ids: [id], title: no }, printer).catch(() => done.delete(id));
    }
  }
  function soon(): void {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      look().catch(() => undefined);
    }, SOON);
  }

  const stops = [onLive('change', ({ area }) => (area === 'parcels' ? soon() : undefined)), useAgent.subscribe(soon)];
  soon();
  return () => {
    halt.abort();
    if (timer !== null) clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
