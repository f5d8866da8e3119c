import { describe, expect, it } from 'vitest';
import { waitingWork } from '#contract/scanning/station/waiting-work';
import { id, line, ME, picklist, task, WALK, Worker, work } from '../support/station.ts';

const picked = (n: number, rest = {}) => task(n, [line(n, 1, 2, { picked: 2 })], { lies: [id('p', 7)], ...rest });
const waiting = (own: Parameters<typeof work>[1], profile: Parameters<typeof work>[0]) => waitingWork(new Worker(work(profile, own)).state);

describe('what waits at a station with nothing open', () => {
  it('names the orders that can be opened, in the order of the server, with what is left to do', () => {
    const tasks = [picked(2, { priority: 'urgent' }), picked(1, { blockers: ['wrongAddress'] }), picked(3)];
    expect(waiting({ tasks }, 'packScanOrder')).toEqual([
      { code: 'T-2', urgent: true, pieces: 2, lines: 1 },
      { code: 'T-3', urgent: false, pieces: 2, lines: 1 },
    ]);
  });

  it('names deliveries at the dock and picklists at a cart', () => {
    const delivery = task(1, [line(1, 1, 3), line(2, 2, 1)], { kind: 'inbound', status: 'receiptPending' });
    expect(waiting({ tasks: [delivery] }, 'receiving')).toEqual([{ code: 'T-1', urgent: false, pieces: 4, lines: 2 }]);
    expect(waiting({ tasks: WALK.tasks, picklists: [picklist(1, WALK.lines)] }, 'pickingScan').map(({ code }) => code)).toEqual(['PL-1']);
  });

  it('says nothing of the number of pieces in a blind count', () => {
    const counts = [{ id: id('k', 1), no: 'CNT-1', blind: true, placeIds: [id('p', 2)] }];
    expect(waiting({ counts }, 'count')).toEqual([{ code: 'CNT-1', urgent: false, pieces: null, lines: null }]);
  });

  it('is empty once something is open, and a tap opens as a scan does', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [picked(2), picked(3)] }));
    expect(worker.view.idle).toBe(true);
    worker.scan([waitingWork(worker.state)[0]?.code ?? '', 'opened']);
    expect(waitingWork(worker.state)).toEqual([]);
    expect(worker.view).toMatchObject({ idle: false, progress: { done: 0, of: 2 } });
  });

  it('changes nothing by itself', () => {
    const worker = new Worker(work('receiving', { tasks: [task(1, [line(1, 1, 3)], { kind: 'inbound', status: 'receiptPending' })] }));
    const before = structuredClone(worker.state);
    expect(waitingWork(worker.state)).toHaveLength(1);
    expect(worker.state).toEqual({ ...before, who: ME });
  });
});
