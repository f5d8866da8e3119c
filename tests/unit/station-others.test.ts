import { describe, expect, it } from 'vitest';
import { readCode } from '#contract/core/barcode/kontor-codes';
import { PROFILES, type Profile } from '#contract/scanning/commands';
import { id, item, line, PLACES, stock, task, Worker, work } from '../support/station.ts';

describe('recording codes', () => {
  it('any code is kept; a second time is told', () => {
    const worker = new Worker(work('loggingScan')).scan(['WHAT-EVER', 'logged'], ['WHAT-EVER', 'alreadyLogged'], ['undo', 'nothingToUndo']);
    expect(worker.acts.map(({ act }) => act.do)).toEqual(['log', 'log']);
  });
});

describe('serial numbers', () => {
  it('the item stays open and takes one serial after the other', () => {
    const items = [item(1, { serialPattern: 'SN-###' })];
    const worker = new Worker(work('snScan', { items }));
    worker.scan(
      ['SKU-1', 'answerNext'],
      ['SN-001', 'bound'],
      ['SN-002', 'bound'],
      ['SN-002', 'serialUsed'],
      ['SN-9', 'unknownCode'],
      ['done', 'itemDone'],
    );
    expect(worker.booked).toMatchObject([{ serial: 'SN-001', compartmentId: PLACES.table }, { serial: 'SN-002' }]);
  });

  it('with an order open they belong to its packed pieces', () => {
    const worker = new Worker(work('snScan', { tasks: [task(1, [line(1, 1, 1, { picked: 1, packed: 1 })])] }));
    worker.scan(['T-1', 'opened'], ['SKU-1', 'answerNext'], ['S-1', 'bound'], ['SKU-1', 'tooMany'], ['SKU-2', 'wrongItem']);
    expect(worker.booked).toMatchObject([{ lineId: id('l', 1), compartmentId: null }]);
  });
});

describe('what is this', () => {
  it('an item shows where it lies and how much; nothing is sent', () => {
    const worker = new Worker(work('skuScan', { stock: [stock(1, PLACES.a, 3), stock(1, PLACES.b, 4)] }));
    const { verdict, commands: acts } = worker.read({ raw: 'SKU-1', kind: 'plain' });
    expect(verdict.params).toMatchObject({ sku: 'SKU-1', qty: 7, places: 2 });
    expect(acts).toEqual([]);
    worker.scan(['A-01-1', 'placeFound'], ['NOPE', 'unknownCode']);
    expect(worker.acts.map(({ act }) => act)).toEqual([{ do: 'log', note: 'unknownCode' }]);
  });
});

describe('counting', () => {
  const counts = [{ id: id('o', 1), no: 'C-1', blind: true, placeIds: [PLACES.a, PLACES.b] }];
  const house = () => new Worker(work('count', { counts, stock: [stock(1, PLACES.a, 77)] }));

  it('goes place by place and each is closed by DONE', () => {
    const worker = house().scan(
      ['C-1', 'opened'],
      ['SKU-1', 'placeFirst'],
      ['A-01-1', 'placeSet'],
      ['SKU-1', 'counted'],
      ['SKU-1', 'counted'],
      ['done', 'placeCounted'],
    );
    worker.scan(
      ['A-01-1', 'alreadyCounted'],
      ['X-01-1', 'wrongPlace'],
      ['B-02-3', 'placeSet'],
      ['done', 'countDone'],
      ['C-1', 'countClosed'],
    );
    expect(worker.booked.map((act) => act.do)).toEqual(['count', 'count', 'countDone', 'countDone']);
  });

  it('never shows what should be there', () => {
    const worker = house().scan(['A-01-1', 'placeSet'], ['SKU-1', 'counted']);
    expect(worker.view.progress).toBeNull();
    expect(JSON.stringify(worker.view)).not.toContain('77');
  });
});

describe('moving', () => {
  const rows = [stock(1, PLACES.a, 2), stock(2, PLACES.a, 4, { lot: 'L1' }), stock(2, PLACES.a, 4, { lot: 'L2' })];
  const house = () =>
    new Worker(
      work('move', {
        items: [item(1), item(2, { lotMode: true })],
        stock: rows,
        units: [{ id: id('n', 1), code: 'LPN-1', placeId: PLACES.a }],
      }),
    );

  it('from, pieces, to', () => {
    const worker = house().scan(
      ['SKU-1', 'placeFirst'],
      ['A-01-1', 'placeSet'],
      ['SKU-1', 'taken'],
      ['SKU-1', 'taken'],
      ['SKU-1', 'notInPlace'],
      ['B-02-3', 'moved'],
    );
    expect(worker.booked).toMatchObject([{ do: 'move', qty: 2, fromId: PLACES.a, toId: PLACES.b }]);
    worker.scan(['SKU-1', 'notInPlace']);
  });

  it('asks for the batch where two lie together', () => {
    const worker = house().scan(['A-01-1', 'placeSet'], ['SKU-2', 'lotNeeded'], ['L2', 'taken'], ['B-02-3', 'moved']);
    expect(worker.booked).toMatchObject([{ lot: 'L2', qty: 1 }]);
  });

  it('a unit moves whole', () => {
    const worker = house().scan(['LPN-1', 'unitTaken'], ['X-01-1', 'placeBlocked'], ['B-02-3', 'unitMoved']);
    expect(worker.booked).toEqual([{ do: 'moveUnit', unitId: id('n', 1), toId: PLACES.b }]);
  });
});

describe('labels at fault', () => {
  const scan = (code: string, profile: Profile = 'receivingScan') =>
    new Worker(work(profile, { codes: [{ code: '09501101530003', itemId: id('i', 1), qty: 1 }] })).read(readCode(code, 2026)).verdict;

  it.each([
    [']C10109501101530004', 'labelCheckDigit', { ai: '01' }],
    ['0109501101530004', 'labelCheckDigit', { ai: '01' }],
    ['00340123450000000019', 'labelCheckDigit', { ai: '00' }],
    ['(01)09501101530003(17)261301', 'labelDate', { ai: '17' }],
    ['(01)09501101530003(10)A(10)B', 'labelTwice', { ai: '10' }],
    [']C1019501', 'labelFormat', { ai: '01' }],
    [']C177', 'labelUnknownAi', { ai: '77' }],
    [']d2', 'labelEmpty', { ai: '' }],
    ['(01)09501101530003(02)09501101530003(37)12', 'labelTogether', { ai: '01', other: '02' }],
    ['(01)09501101530003(37)12', 'labelTogether', { ai: '01', other: '37' }],
    ['(02)09501101530003(10)A', 'labelAlone', { ai: '02', other: '37' }],
    ['(37)12(10)A', 'labelAlone', { ai: '37', other: '02' }],
  ])('%s says what is wrong with it, with a sound of its own, and is kept for who settles it', (code, said, params) => {
    for (const profile of PROFILES.filter((one) => one !== 'loggingScan')) {
      const worker = new Worker(work(profile));
      const { verdict, commands: acts } = worker.read(readCode(code, 2026));
      expect([profile, verdict.say, verdict.outcome, verdict.speak]).toEqual([
        profile,
        `scan.feedback.${said}`,
        'label',
        'scan.speak.label',
      ]);
      expect(verdict.params).toMatchObject(params);
      expect(acts.map(({ act }) => act)).toEqual([{ do: 'log', note: said }]);
    }
  });

  it.each(['(01)09501101530003(17)261231', '(02)09501101530003(37)6', '(01)09501101530003(37)1', '0109501101530003'])(
    '%s is no fault',
    (code) => {
      expect(scan(code).outcome).not.toBe('label');
    },
  );

  it('a number that only looks like a label is an unknown code, and one that somebody knows is what they know it as', () => {
    expect(scan('(oak) 7').say).toBe('scan.feedback.unknownCode');
    expect(scan('01234567890123456789012').say).toBe('scan.feedback.unknownCode');
    const tasks = [task(1, [line(1, 1, 1)], { kind: 'inbound', status: 'receiptPending', codes: ['0109501101530004'] })];
    new Worker(work('receiving', { tasks })).scan([readCode('0109501101530004'), 'opened']);
  });
});
