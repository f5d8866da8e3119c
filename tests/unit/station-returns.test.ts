import { describe, expect, it } from 'vitest';
import { id, item, line, M1, M2, parcel, task, Worker, work } from '../support/station.ts';

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
