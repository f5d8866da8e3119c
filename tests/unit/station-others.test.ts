import { describe, expect, it } from 'vitest';
import { readCode } from '#contract/core/barcode/kontor-codes';
import { PROFILES, type Profile } from '#contract/scanning/commands';
import { id, item, line, M1, M2, PLACES, parcel, stock, task, Worker, work } from '../support/station.ts';

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

describe('returns', () => {
  const retour = task(1, [line(1, 1, 2)], { kind: 'retour', status: 'inTransit', codes: ['RMA-5', 'BACK-TRACK'] });
  const house = () =>
    new Worker(
      work('return', {
        tasks: [
          retour,
          task(2, [line(2, 1, 1, { packed: 1, shipped: 1 })], { status: 'shipped', parcels: [parcel(2, { state: 'delivered' })] }),
        ],
      }),
    );

  it.each(['RMA-5', 'BACK-TRACK', 'REF-1', 'T-1'])('%s opens the return', (code) => {
    house().scan([code, 'opened']);
  });

  it('each piece asks what becomes of it; DONE puts it back into stock', () => {
    const worker = house().scan(
      ['RMA-5', 'opened'],
      ['SKU-1', 'answerNext'],
      ['SKU-1', 'answerFirst'],
      ['done', 'returned'],
      ['SKU-1', 'answerNext'],
      ['6', 'returned'],
    );
    worker.scan(['done', 'receiptClosed']);
    expect(worker.booked).toMatchObject([
      { do: 'arrive' },
      { do: 'takeBack', outcome: 'restock' },
      { do: 'takeBack', outcome: 'scrap' },
      { do: 'closeReceipt', reason: '' },
    ]);
  });

  it('a piece that was not announced asks why it is taken back', () => {
    house().scan(['RMA-5', 'opened'], ['SKU-2', 'notAnnounced'], ['3', 'answerNext'], ['done', 'returned']);
  });

  it.each(['TRACK2', 'T-2'])(
    '%s, of an order that left, opens the return that nobody announced; scanned again it is the same one',
    (code) => {
      const worker = house().scan(
        [code, 'returnOpened'],
        ['SKU-1', 'answerNext'],
        ['done', 'returned'],
        ['RMA-5', 'switched'],
        [code, 'switched'],
      );
      const [opened, back] = worker.booked;
      expect(opened).toMatchObject({ do: 'openReturn', parentId: id('t', 2), merchantId: M1, code });
      expect(back).toMatchObject({
        do: 'takeBack',
        taskId: opened && 'taskId' in opened && opened.taskId,
        lineId: null,
        outcome: 'restock',
        note: '',
      });
      expect(worker.booked.filter((act) => act.do === 'openReturn')).toHaveLength(1);
    },
  );

  it('a parcel of which nothing left, or that is back already, opens nothing', () => {
    const worker = new Worker(
      work('return', { tasks: [task(3, [line(3, 1, 1, { shipped: 1, returned: 1 })], { status: 'retourReceived' })] }),
    );
    worker.scan(['T-3', 'nothingToReturn']);
    expect(worker.booked).toEqual([]);
  });

  describe('several open returns', () => {
    const one = (n: number, itemNo: number, rest = {}) =>
      task(n, [line(n, itemNo, 2)], {
        kind: 'retour',
        status: 'inTransit',
        parentId: id('t', 9),
        parentNo: 'T-9',
        codes: [`RMA-${n}`],
        ...rest,
      });
    const shipped = task(9, [line(9, 1, 9, { shipped: 9 })], { status: 'shipped', parcels: [parcel(9, { state: 'delivered' })] });
    const table = (rest = {}) =>
      new Worker(
        work('return', { tasks: [one(4, 1, { announcedOn: '2026-02-20' }), one(5, 1, { announcedOn: '2026-02-10' }), shipped], ...rest }),
      );

    it.each(['T-9', 'REF-9', 'TRACK9', 'SKU-1'])(
      '%s asks which return is meant, the oldest first; nothing is booked until then',
      (code) => {
        const worker = table().scan([code, 'whichReturn']);
        expect(
          worker.state.prompt.options.map(({ code: key, text, about }) => [key, text, about?.sku, about?.left, about?.orderNo]),
        ).toEqual([
          ['1', 'T-5', 'SKU-1', 2, 'T-9'],
          ['2', 'T-4', 'SKU-1', 2, 'T-9'],
        ]);
        expect(worker.booked).toEqual([]);
        worker.scan(['undo', 'dropped'], [code, 'whichReturn']);
      },
    );

    it('the piece that was scanned goes on in the return that was chosen; undo takes the arrival back', () => {
      const worker = table().scan(['SKU-1', 'whichReturn'], ['2', 'answerNext'], ['done', 'returned']);
      expect(worker.booked).toMatchObject([
        { do: 'arrive', taskId: id('t', 4) },
        { do: 'takeBack', taskId: id('t', 4), lineId: id('l', 4), qty: 1 },
      ]);
      worker.scan(['undo', 'undone'], ['undo', 'undone'], ['SKU-1', 'whichReturn']);
      expect(worker.booked.filter(({ do: name }) => name === 'undo')).toHaveLength(2);
    });

    it('the number of a return answers the question, with the piece in hand, and opens it at once without a question', () => {
      table().scan(['SKU-1', 'whichReturn'], ['rma-5', 'answerNext'], ['done', 'returned'], ['RMA-4', 'switched']);
      table().scan(['RMA-4', 'opened'], ['T-9', 'whichReturn'], ['RMA-5', 'switched']);
    });

    it('a piece that only one return expects opens that return', () => {
      const worker = table({ tasks: [one(4, 1), one(5, 2)] }).scan(['SKU-2', 'answerNext'], ['done', 'returned']);
      expect(worker.booked).toMatchObject([{ do: 'arrive', taskId: id('t', 5) }, { do: 'takeBack' }]);
      table({ tasks: [shipped] }).scan(['SKU-1', 'openFirst']);
    });

    it('an order number or a code of an item that two merchants use asks across the merchants', () => {
      const alike = item(3, { sku: 'SKU-1', merchantId: M2 });
      const merchants = [
        { id: M1, no: 'M-1001', name: 'Northwind' },
        { id: M2, no: 'M-1002', name: 'Alpine' },
      ];
      const tasks = [one(4, 1), one(5, 3, { merchantId: M2, lines: [line(5, 3, 2, { sku: 'SKU-1' })] })];
      const worker = table({ items: [item(1), alike], merchants, tasks }).scan(['SKU-1', 'whichReturn']);
      expect(worker.state.prompt.options.map(({ about }) => about?.merchant)).toEqual(['Northwind', 'Alpine']);
      worker.scan(['2', 'answerNext'], ['done', 'returned']);
      expect(worker.booked.at(-1)).toMatchObject({ do: 'takeBack', taskId: id('t', 5), itemId: id('i', 3) });
      const twice = [
        task(6, [line(6, 1, 1, { shipped: 1 })], { refOrderId: 'A-1' }),
        task(7, [line(7, 3, 1, { shipped: 1 })], { refOrderId: 'A-1', merchantId: M2 }),
      ];
      const other = table({ items: [item(1), alike], merchants, tasks: twice }).scan(['A-1', 'whichReturn'], ['2', 'returnOpened']);
      expect(other.booked).toMatchObject([{ do: 'openReturn', parentId: id('t', 7), merchantId: M2 }]);
    });
  });

  it('a parcel that nobody knows asks for its merchant, by touch or by scan, and waits for the office', () => {
    const merchants = [
      { id: M1, no: 'M-1001', name: 'Northwind' },
      { id: M2, no: 'M-1002', name: 'Alpine' },
    ];
    const worker = new Worker(work('return', { tasks: [retour], merchants }));
    const { verdict } = worker.read({ raw: '00340123', kind: 'plain' });
    expect([verdict.outcome, verdict.next.options.map(({ code, text }) => [code, text])]).toEqual([
      'wrong',
      [
        ['M-1001', 'Northwind'],
        ['M-1002', 'Alpine'],
      ],
    ]);
    worker.scan(['m-1002', 'returnAside'], ['done', 'leftAside'], ['00340123', 'opened'], ['NOPE', 'unknownCode']);
    expect(worker.booked).toMatchObject([{ do: 'openReturn', parentId: null, merchantId: M2, code: '00340123' }]);
    // Another scan passes the question over, and undo drops it: nothing of it was booked.
    new Worker(work('return', { tasks: [retour], merchants })).scan(
      ['NOPE', 'whoseReturn'],
      ['RMA-5', 'opened'],
      ['done', 'receiptClosed'],
      ['NOPE', 'whoseReturn'],
      ['undo', 'dropped'],
    );
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
      expect([profile, verdict.say, verdict.outcome, verdict.speak]).toEqual([profile, `scan.say.${said}`, 'label', 'scan.speak.label']);
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
    expect(scan('(oak) 7').say).toBe('scan.say.unknownCode');
    expect(scan('01234567890123456789012').say).toBe('scan.say.unknownCode');
    const tasks = [task(1, [line(1, 1, 1)], { kind: 'inbound', status: 'receiptPending', codes: ['0109501101530004'] })];
    new Worker(work('receiving', { tasks })).scan([readCode('0109501101530004'), 'opened']);
  });
});
