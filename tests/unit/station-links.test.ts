import { describe, expect, it } from 'vitest';
import { onlyOpens } from '#contract/scanning/station/step';
import { codeOf, line, PLACES, stock, task, Worker, work } from '../support/station.ts';

/** Whether the code only opens, scanned at a station as it is. */
const opens = (worker: Worker, code: string): boolean => onlyOpens(worker.state, worker.read(codeOf(code)));
const delivery = (status: 'receiptPending' | 'receiving') => task(1, [line(1, 1, 3)], { kind: 'inbound', status });

describe('what a link from another screen may do at a station', () => {
  it('opens a delivery, records its arrival, and opens it again', () => {
    const worker = new Worker(work('receiving', { tasks: [delivery('receiptPending')] }));
    expect([opens(worker, 'T-1'), opens(worker, 'T-1')]).toEqual([true, true]);
  });

  it('counts no piece of the delivery in hand: the next scan would book it', () => {
    const worker = new Worker(work('receiving', { tasks: [delivery('receiving')] })).scan(['T-1', 'opened']);
    expect(opens(worker, 'SKU-1')).toBe(false);
  });

  it('books no count that is open', () => {
    const worker = new Worker(work('receiving', { tasks: [delivery('receiving')] })).scan(['T-1', 'opened'], ['SKU-1', 'counted']);
    expect([opens(worker, 'SKU-1'), opens(worker, '3')]).toEqual([false, false]);
  });

  it('takes nothing in hand', () => {
    const received = task(1, [line(1, 1, 3, { received: 3 })], { kind: 'inbound', status: 'readyToInbound' });
    const worker = new Worker(work('putAway', { tasks: [received], stock: [stock(1, PLACES.dock, 3)] }));
    expect(opens(worker, 'SKU-1')).toBe(false);
  });
});
