import type { ListEnvelope } from '#contract/core/envelope';
import { showNotice } from '../../providers/feedback.ts';
import { translate } from '../../providers/i18n.ts';
import { onLive } from '../../providers/live.ts';
import { requestList } from '../../providers/request.ts';
import { findAgent, useAgent } from './agent.ts';
import { chosenPrinter, printerNamed } from './choices.ts';
import { printNow, printOnce } from './hub.ts';
import { packedQuery } from './packed-labels.ts';

/** Milliseconds to collect the events of one parcel: measured, requested, bought. */
const SOON = 250;
/** Milliseconds before a retry if agent or server did not respond, increasing up to the longest. An agent may start after the page. */
const AGAIN = 2_000;
const RAREST = 60_000;

type Packed = { id: string; no: string; closedAt: string };

function warnUnprinted(parcels: readonly Packed[]): void {
  if (parcels.length === 0) return;
  showNotice({
    kind: 'warning',
    title: translate('printers.hub.labelsWait', { parcels: parcels.map(({ no }) => no).join(', ') }),
    text: translate('printers.hub.labelsWaitText'),
    seconds: 0,
    action: {
      label: translate('printers.hub.printHere'),
      run: () => void printNow({ document: 'transportLabel', ids: parcels.map(({ id }) => id) }).catch(() => undefined),
    },
  });
}

/**
 * Prints the labels of parcels packed at a station as soon as the carrier has issued them, only on the label printer chosen on this
 * computer. Without one, the packer is told. Each label is printed once, even after a reload, because the server records the job.
 * Returns a function that stops it.
 */
export function labelWhatIsPacked(stationId: string): () => void {
  const halt = new AbortController();
  const done = new Set<string>();
  const warned = new Set<string>();
  const since = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Infinity;
  let wait = AGAIN;

  const packed = async (): Promise<Packed[]> => {
    const found: Packed[] = [];
    let cursor: string | null = null;
    const now = Date.now();
    do {
      const page: ListEnvelope<Packed> = await requestList<Packed>('parcels', packedQuery(stationId, now, cursor), {
        signal: halt.signal,
        background: true,
        handles: 'all',
      });
      found.push(...page.data);
      cursor = page.next;
    } while (cursor !== null);
    return found;
  };

  /** Nothing is printed automatically here. The packer is told of each label once and can print it in a window. */
  async function warnWaiting(): Promise<void> {
    const waiting = (await packed()).filter(({ id, closedAt }) => !warned.has(id) && !done.has(id) && Date.parse(closedAt) >= since);
    for (const { id } of waiting) warned.add(id);
    warnUnprinted(waiting);
  }

  /** @throws if the agent or the server did not respond and a retry is useful */
  async function look(): Promise<void> {
    const name = chosenPrinter('label', stationId);
    if (name === null) return warnWaiting();
    if (useAgent.getState().state !== 'connected' && !(await findAgent())) {
      await warnWaiting();
      // Not paired or not allowed. Only a click changes that, and this is notified.
      if (useAgent.getState().state === 'absent') throw new Error('no agent answers');
      return;
    }
    const parcels = await packed();
    const printer = await printerNamed(name, 'label');
    for (const { id, no } of parcels) {
      if (done.has(id) || halt.signal.aborted) continue;
      done.add(id);
      // The hub stores and resumes a job in progress.
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
  /** Schedules the next check, unless an earlier one is scheduled. */
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
