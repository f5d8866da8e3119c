import { describe, expect, it } from 'vitest';
import { lastReceipt } from '#contract/scanning/station/receipt-units';
import { applyVerdict } from '#contract/scanning/station/state-updates';
import { multiply, record } from '#contract/scanning/station/step';
import { id, item, line, M2, PLACES, stock, task, Worker, work } from '../support/station.ts';

const inbound = (status: 'receiptPending' | 'receiving' | 'received' | 'readyToInbound', n = 1, rest = {}) =>
  task(n, [line(1, 1, 3), line(2, 2, 1)], { kind: 'inbound', status, codes: ['CONT-7'], ...rest });

describe('receiving', () => {
  it('the delivery is opened, counted piece by piece and closed without a click', () => {
    const worker = new Worker(work('receiving', { tasks: [inbound('receiptPending')] }));
    worker.scan(
      ['CONT-7', 'opened'],
      ['SKU-1', 'counted'],
      ['04006381333931', 'counted'],
      ['SKU-1', 'counted'],
      ['SKU-2', 'received'],
      ['done', 'receiptClosed'],
    );
    expect(worker.booked.map((act) => ('qty' in act ? act.qty : act.do))).toEqual(['arrive', 3, 1, 'closeReceipt']);
  });

  it('a quantity typed before the scan multiplies it, a carton code brings its own', () => {
    const worker = new Worker(work('receiving', { tasks: [task(1, [line(1, 1, 20)], { kind: 'inbound', status: 'receiving' })] }));
    worker.scan(['T-1', 'opened']);
    worker.state = multiply(worker.state, 2);
    worker.scan(['CARTON-1', 'counted'], ['SKU-1', 'counted'], ['done', 'received']);
    expect(worker.booked.map((act) => 'qty' in act && act.qty)).toEqual([13]);
  });

  it('more than announced is booked only with a reason', () => {
    const worker = new Worker(work('receiving', { tasks: [inbound('receiving')] }));
    worker.scan(['T-1', 'opened'], ['SKU-2', 'counted'], ['done', 'received'], ['SKU-2', 'overReceipt']);
    expect(worker.booked).toHaveLength(1);
    worker.scan(['SKU-1', 'answerFirst'], ['1', 'counted'], ['done', 'received']);
    expect(worker.booked[1]).toMatchObject({ do: 'receive', reason: 'moreDelivered', lineId: id('l', 2) });
    worker.scan(['SKU-1', 'counted'], ['9', 'overReceipt']);
    expect(worker.booked).toHaveLength(2);
    worker.scan(['2', 'received']);
    expect(worker.booked[2]).toMatchObject({ do: 'receive', qty: 9, reason: 'wrongCount', lineId: id('l', 1) });
  });

  it('a receipt with a difference asks why before it closes', () => {
    const worker = new Worker(work('receiving', { tasks: [inbound('receiving')] }));
    worker.scan(['T-1', 'opened'], ['SKU-1', 'counted'], ['done', 'received'], ['done', 'receiptDiffers'], ['1', 'receiptClosed']);
    expect(worker.booked.at(-1)).toMatchObject({ do: 'closeReceipt', reason: 'lessDelivered' });
  });

  it('a receipt that is whole but for a damaged piece asks why, too', () => {
    const worker = new Worker(work('receiving', { tasks: [task(5, [line(5, 1, 1)], { kind: 'inbound', status: 'receiving' })] }));
    worker.scan(['T-5', 'opened'], ['short', 'answerNext'], ['1', 'conditionSet'], ['SKU-1', 'counted'], ['done', 'received']);
    worker.scan(['done', 'receiptDiffers']);
    worker.scan(['3', 'receiptClosed']);
    expect(worker.booked.at(-1)).toMatchObject({ do: 'closeReceipt', reason: 'damagedOnArrival' });
  });

  it('a damaged piece is set as such, and only that one', () => {
    const worker = new Worker(work('receiving', { tasks: [inbound('receiving')] }));
    worker.scan(['T-1', 'opened'], ['short', 'answerNext'], ['1', 'conditionSet'], ['SKU-1', 'counted'], ['done', 'received']);
    worker.scan(['SKU-1', 'counted'], ['done', 'received']);
    expect(worker.booked.map((act) => 'condition' in act && act.condition)).toEqual(['damaged', 'good']);
  });

  it('batch, date and serial are asked for one after the other, or taken from one GS1 code', () => {
    const kept = item(1, { lotMode: true, expires: true, serialMode: 'full', serialPattern: 'SN###' });
    const worker = new Worker(
      work('receiving', { items: [kept], tasks: [task(1, [line(1, 1, 3)], { kind: 'inbound', status: 'receiving' })] }),
    );
    worker.scan(
      ['T-1', 'opened'],
      ['SKU-1', 'answerNext'],
      ['LOT7', 'answerNext'],
      ['31.02.2027', 'expiryNeeded'],
      ['31.03.2027', 'answerNext'],
      ['SKU-1', 'serialNeeded'],
      ['XX1', 'serialWrong'],
      ['SN001', 'received'],
    );
    worker.scan([{ raw: 'gs1', kind: 'gs1', gtin: '04006381333931', lot: 'L2', expiry: '2027-04-01', serial: 'SN002' }, 'received']);
    worker.scan([{ raw: 'gs1', kind: 'gs1', gtin: '04006381333931', lot: 'L2', expiry: '2027-04-01', serial: 'SN002' }, 'serialUsed']);
    expect(worker.booked).toMatchObject([
      { lot: 'LOT7', expiry: '2027-03-31', serial: 'SN001' },
      { lot: 'L2', serial: 'SN002' },
    ]);
  });

  it.each([
    ['unknown code', 'NOPE-99', 'unknownCode'],
    ['item of another merchant', 'FOREIGN', 'wrongMerchant'],
    ['blocked delivery', 'T-2', 'blocked'],
    ['delivery that was received', 'T-3', 'alreadyReceived'],
    ['order that goes out', 'T-4', 'wrongState'],
    ['blocked place', 'X-01-1', 'placeBlocked'],
  ])('%s is refused, kept and books nothing', (_case, code, said) => {
    const worker = new Worker(
      work('receiving', {
        items: [item(1), item(2), item(9, { merchantId: M2, sku: 'FOREIGN' })],
        tasks: [
          inbound('receiving'),
          inbound('receiptPending', 2, { blockers: ['hold'], codes: [] }),
          inbound('received', 3, { codes: [] }),
          task(4, []),
        ],
      }),
    );
    worker.scan(['T-1', 'opened'], [code, said]);
    expect(worker.acts.map(({ act }) => act)).toEqual([{ do: 'log', note: said }]);
  });
});

describe('pallets and cartons', () => {
  const closed = (units: { pallets: number | null; boxes: number | null } | null = { pallets: 3, boxes: null }) =>
    new Worker(work('receiving', { tasks: [inbound('receiving', 1, { units })] })).scan(
      ['T-1', 'opened'],
      ['done', 'receiptDiffers'],
      ['1', 'receiptClosed'],
    );
  const count = (worker: Worker, pallets: number, scanNo: number): Worker => {
    const act = { do: 'countUnits' as const, taskId: id('t', 1), pallets, boxes: null };
    const made = record(
      worker.state,
      { feedback: 'unitsCounted', params: { no: 'T-1' }, commands: [act] },
      { code: { raw: 'T-1', kind: 'plain' }, ids: () => id('y', scanNo), now: '2026-03-02T11:00:00Z' },
    );
    worker.state = made.state;
    expect(made.verdict.say).toBe('scan.feedback.unitsCounted');
    return worker;
  };

  it('are asked for once a delivery is closed, with what was announced, and until the next scan', () => {
    const worker = closed();
    expect(lastReceipt(worker.state)).toMatchObject({ no: 'T-1', pallets: 3, boxes: null, counted: false, isNewest: true });
    worker.scan(['SKU-1', 'openFirst']);
    expect(lastReceipt(worker.state)).toMatchObject({ no: 'T-1', isNewest: false });
    expect(lastReceipt(closed(null).state)).toBeNull();
  });

  it('can be counted again; undo returns to the count before, and a refused receipt has none', () => {
    const worker = count(count(closed(), 4, 1), 5, 2);
    expect(lastReceipt(worker.state)).toMatchObject({ pallets: 5, counted: true });
    worker.scan(['undo', 'undone']);
    expect(lastReceipt(worker.state)).toMatchObject({ pallets: 4, counted: true });
    const scanId = worker.acts.find(({ act }) => act.do === 'closeReceipt')?.scanId ?? '';
    const refused = applyVerdict(worker.state, { id: scanId, seq: 1, outcome: 'refused', why: 'alreadyClosed', params: {} });
    expect(lastReceipt(refused.state)).toBeNull();
  });
});

describe('quick receiving', () => {
  it('a piece opens the delivery that waits for it', () => {
    const worker = new Worker(work('receivingScan', { tasks: [inbound('receiving')] }));
    worker.scan(['SKU-1', 'counted'], ['SKU-2', 'received']);
    expect(worker.state.at.taskId).toBe(id('t', 1));
  });
});

describe('preparing received goods', () => {
  it('pieces are checked, serials bound, and DONE releases them for put-away', () => {
    const worker = new Worker(work('received', { items: [item(1), item(2, { serialMode: 'full' })], tasks: [inbound('received')] }));
    worker.scan(
      ['T-1', 'opened'],
      ['SKU-1', 'checked'],
      ['SKU-2', 'answerNext'],
      ['SN-1', 'bound'],
      ['done', 'prepared'],
      ['T-1', 'alreadyClosed'],
    );
    expect(worker.booked.map((act) => act.do)).toEqual(['bindSerial', 'prepared']);
  });
});

describe('put-away', () => {
  const received = task(1, [line(1, 1, 3, { received: 3 }), line(2, 2, 1, { received: 1 })], { kind: 'inbound', status: 'readyToInbound' });
  const house = () =>
    new Worker(work('putAway', { tasks: [received], stock: [stock(1, PLACES.dock, 3), stock(2, PLACES.dock, 1), stock(1, PLACES.b, 4)] }));

  it('pieces are taken in hand and booked when their place is scanned', () => {
    const worker = house().scan(['SKU-1', 'taken'], ['SKU-1', 'taken']);
    expect(worker.booked).toEqual([]);
    expect(worker.state.prompt).toMatchObject({ ask: 'putToNear', params: { place: 'B-02-3', qty: 2 } });
    worker.scan(['A-01-1', 'putAway'], ['SKU-1', 'taken'], ['SKU-2', 'taken'], ['B-02-3', 'putAwayAll']);
    expect(worker.booked).toMatchObject([
      { do: 'putAway', qty: 2, fromId: PLACES.dock, toId: PLACES.a },
      { do: 'putAway', qty: 1, toId: PLACES.b },
      { do: 'putAway', qty: 1, toId: PLACES.b },
    ]);
  });

  it.each([
    ['blocked place', ['SKU-1'], 'X-01-1', 'placeBlocked'],
    ["another merchant's place", ['SKU-1'], 'M2-01', 'placeOfOther'],
    ['place without pieces', [], 'A-01-1', 'itemFirst'],
    ['more than was received', ['SKU-2'], 'SKU-2', 'tooMany'],
  ])('%s is refused', (_case, before, code, said) => {
    const worker = house();
    for (const one of before) worker.say(one);
    worker.scan([code, said]);
    expect(worker.booked).toEqual([]);
  });

  it('a unit goes whole', () => {
    const worker = new Worker(work('putAway', { units: [{ id: id('n', 1), code: '340123450000000017', placeId: PLACES.dock }] }));
    worker.scan([{ raw: '00340123450000000017', kind: 'sscc', sscc: '340123450000000017' }, 'unitTaken'], ['A-01-1', 'unitMoved']);
    expect(worker.booked).toEqual([{ do: 'moveUnit', unitId: id('n', 1), toId: PLACES.a }]);
  });
});
