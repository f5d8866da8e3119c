import { ScanBatch, type ScanEvent, type ScanVerdict } from '#contract/scanning/commands';
import type { Reply, Transport } from '../../src/scan/queue/sender.ts';

/** What may befall one call. lostAnswer: booked, and nobody hears of it. */
export type Fault = 'fine' | 'lostRequest' | 'lostAnswer' | 'cutAnswer' | 'error500' | 'late500' | 'noSession';

/**
 * The contract of `POST /v0/scan/events` in a page: a known id is answered as before, a number out of turn waits, everything else is applied
 * once. Faults come by schedule, then the network is fine.
 */
export class ScanEndpoint {
  applied: ScanEvent[] = [];
  authors = new Map<string, string>();
  schedule: Fault[] = [];
  calls = 0;
  known = new Map<string, ScanVerdict>();
  last = new Map<string, number>();
  /** Codes that the server cannot read: the whole call fails. */
  unreadable = new Set<string>();
  /** Codes that are read, and refused. */
  refused = new Set<string>();
  sizes: number[] = [];

  transport: Transport = async (batch) => {
    this.calls += 1;
    const fault = this.schedule.shift() ?? 'fine';
    await Promise.resolve();
    if (fault === 'lostRequest') throw new Error('reset');
    if (fault === 'error500') return { status: 500, code: 'InternalError', data: null };
    if (fault === 'noSession') return { status: 403, code: 'NoSession', data: null };
    const reply = this.answer(ScanBatch.parse(batch));
    if (fault === 'lostAnswer') throw new Error('reset');
    if (fault === 'late500') return { status: 500, code: 'InternalError', data: null };
    return fault === 'cutAnswer' ? { ...reply, data: { verdicts: 'cut' } } : reply;
  };

  private answer({ deviceId, authorId, events }: ScanBatch): Reply {
    this.sizes.push(events.length);
    if (events.some((event) => this.unreadable.has(event.code))) return { status: 422, code: 'InvalidInput', data: null };
    const verdicts = events.map((event) => this.book(deviceId, authorId, event));
    return { status: 200, code: 'OK', data: { verdicts, lastSeq: this.last.get(deviceId) ?? 0 } };
  }

  private book(deviceId: string, authorId: string, event: ScanEvent): ScanVerdict {
    const { id, seq } = event;
    const before = this.known.get(id);
    if (before) return before.outcome === 'applied' ? { ...before, outcome: 'repeated' } : before;
    const last = this.last.get(deviceId) ?? 0;
    if (seq !== last + 1) return { id, seq, outcome: 'waiting', why: null, params: {} };
    this.last.set(deviceId, seq);
    const no = this.refused.has(event.code);
    const verdict: ScanVerdict = { id, seq, outcome: no ? 'refused' : 'applied', why: no ? 'wrongItem' : null, params: {} };
    this.known.set(id, verdict);
    this.authors.set(id, authorId);
    if (!no) this.applied.push(event);
    return verdict;
  }

  /** The codes that were booked, in order, without notes. */
  codes = (): string[] => this.applied.map((event) => event.code).filter((code) => code !== '');
}
