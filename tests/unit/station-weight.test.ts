import { describe, expect, it } from 'vitest';
import { readSize, readsAs, readWeight, sizeText, weightText } from '#contract/scanning/measure';
import { refreshWork } from '#contract/scanning/station/state-updates';
import { codeOf, id, item, line, parcel, task, Worker, work } from '../support/station.ts';

describe('weights and sizes as they are read', () => {
  it.each([
    ['2,5', 2500],
    ['2.5', 2500],
    ['2.5 kg', 2500],
    ['2,5KG', 2500],
    ['250 g', 250],
    ['1.250', 1250],
    ['7', 7000],
    ['40000', 40_000_000],
    ['0', null],
    ['2,5 lb', null],
    ['4006381333931', null],
  ])('the weight %j is %j grams', (text, grams) => expect(readWeight(text)).toBe(grams));

  it.each([
    ['40x30x20', '400x300x200'],
    ['40 × 30,5 * 20 cm', '400x305x200'],
    ['400x300x200 mm', '400x300x200'],
    ['40x30', null],
    ['0x1x1', null],
  ])('the size %j is %j millimetres', (text, size) => expect(readSize(text)).toBe(size));

  it('both are repeated as the reader writes them, while they are typed and after', () => {
    expect([weightText(2500, 'en'), weightText(2500, 'de'), weightText(3, 'de')]).toEqual(['2.5\u00a0kg', '2,5\u00a0kg', '0,003\u00a0kg']);
    expect(sizeText('400x305x200', 'de')).toBe('40 × 30,5 × 20\u00a0cm');
    expect(readsAs('weight', '2500 g', 'en')).toBe('2.5\u00a0kg');
    expect(readsAs('weight', '2,', 'en')).toBeNull();
  });
});

describe('weighing at a pack table', () => {
  const items = [item(1, { weight: 900 }), item(2, { weight: 500 })];
  const order = (n: number, rest = {}) => task(n, [line(n * 10, 1, 1, { picked: 1 })], { weightNeeded: true, ...rest });
  const table = (...tasks: ReturnType<typeof order>[]) =>
    new Worker(work('packScanOrder', { items, tasks: tasks.length > 0 ? tasks : [order(1), order(2)] })).scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packedAll'],
    );

  it('a weight is repeated on the screen and by voice, with its unit', () => {
    const worker = table();
    expect(worker.state.prompt).toMatchObject({ ask: 'weight', params: { no: 'T-1' } });
    const { verdict } = worker.read({ raw: '0,95', kind: 'plain' });
    expect(verdict).toMatchObject({
      say: 'scan.feedback.parcelWeighed',
      speak: 'scan.speak.parcelWeighed',
      params: { no: 'T-1', weight: 950 },
    });
    expect(worker.booked.at(-1)).toMatchObject({ do: 'closeParcel', weight: 950 });
  });

  it('an unlikely weight is asked about beside what was expected; the confirmation is kept with the scan', () => {
    const worker = table();
    const { verdict } = worker.read({ raw: '2,5', kind: 'plain' });
    expect(verdict).toMatchObject({ outcome: 'wrong', say: 'scan.feedback.weightOdd', params: { weight: 2500, expectedWeight: 900 } });
    expect(worker.state.prompt.options.map(({ value }) => value)).toEqual(['keep', 'again']);
    expect(worker.booked.map((act) => act.do)).toEqual(['pack']);
    worker.scan(['1', 'parcelWeighed']);
    expect(worker.booked.at(-1)).toMatchObject({ do: 'closeParcel', weight: 2500, weightConfirmed: { expected: 900 } });
  });

  it('the carton whose code was scanned is that of the next parcel that is closed, and of no other', () => {
    const orders = [order(1), order(2)];
    const worker = new Worker(work('packScanOrder', { items: [...items, item(9, { kind: 'packaging' })], tasks: orders })).scan(
      ['T-1', 'opened'],
      ['SKU-9', 'packagingSet'],
      ['SKU-1', 'packedAll'],
      ['0,95', 'parcelWeighed'],
      ['T-2', 'opened'],
      ['SKU-1', 'packedAll'],
      ['0,95', 'parcelWeighed'],
    );
    const closed = worker.booked.filter((act) => act.do === 'closeParcel');
    expect(closed[0]).toMatchObject({ packagingId: id('i', 9) });
    expect(closed[1]).not.toHaveProperty('packagingId');
  });

  it('the parcel may be weighed again instead, by the choice or straight away', () => {
    const worker = table().scan(['2,5', 'weightOdd'], ['2', 'answerNext'], ['9', 'weightOdd'], ['950 g', 'parcelWeighed']);
    expect(worker.booked.at(-1)).not.toHaveProperty('weightConfirmed');
    expect(worker.booked.at(-1)).toMatchObject({ weight: 950 });
  });

  it('a parcel of 40 tons is refused, and so is one above the limit of its carrier', () => {
    table().scan(['40000', 'tooHeavy'], ['0,9', 'parcelWeighed']);
    table(order(1, { maxWeight: 31_500 })).scan(['31,6', 'tooHeavy'], ['0,9', 'parcelWeighed']);
  });

  it('without a limit of the carrier, more than 70 kg is asked about', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [order(1)] }));
    worker.scan(['T-1', 'opened'], ['SKU-1', 'packedAll'], ['71', 'weightMuch'], ['1', 'parcelWeighed']);
    expect(worker.booked.at(-1)).toMatchObject({ weight: 71_000, weightConfirmed: { expected: null } });
  });

  it('a side of more than three metres was meant in millimetres', () => {
    const measured = order(1, { weightNeeded: false, dimensionsNeeded: true });
    table(measured).scan(['400x300x200', 'tooLong'], ['400x300x200 mm', 'parcelSized']);
  });

  it('nobody goes on past a parcel without its weight: the next order, NEXT and DONE stop and name it', () => {
    const worker = table();
    for (const code of ['T-2', 'next', 'done', 'SKU-2']) {
      const { verdict } = worker.read(codeOf(code));
      expect([code, verdict.outcome, verdict.say, verdict.params['no']]).toEqual([code, 'stop', 'scan.feedback.weightFirst', 'T-1']);
      expect(verdict.next.ask).toBe('weight');
    }
    worker.scan(['0,9', 'parcelWeighed'], ['T-2', 'opened']);
  });

  it('an order that a colleague completed is asked for its weight as well before the next one', () => {
    const parcels = [parcel(1, { state: 'open', trackingNo: '' })];
    const worker = new Worker(work('packScanOrder', { items, tasks: [order(1, { parcels }), order(2)] })).scan(['T-1', 'opened']);
    const done = task(1, [line(10, 1, 1, { picked: 1, packed: 1 })], { weightNeeded: true, parcels });
    worker.state = refreshWork(worker.state, work('packScanOrder', { items, tasks: [done, order(2)] }));
    worker.scan(['T-2', 'weightFirst'], ['0,9', 'parcelWeighed'], ['T-2', 'opened']);
  });

  it('what a colleague weighed meanwhile is not asked for any more', () => {
    const worker = table();
    const weighed = task(1, [line(10, 1, 1, { picked: 1, packed: 1 })], { weightNeeded: true });
    worker.state = refreshWork(worker.state, work('packScanOrder', { items, tasks: [weighed, order(2)] }));
    for (const entry of worker.state.entries) for (const sent of entry.sent) sent.state = 'confirmed';
    worker.state = refreshWork(worker.state, work('packScanOrder', { items, tasks: [weighed, order(2)] }));
    worker.scan(['T-2', 'switched']);
  });

  it('a closed parcel that nobody weighed is weighed by scanning its order or itself', () => {
    const closed = task(1, [line(10, 1, 1, { picked: 1, packed: 1 })], {
      weightNeeded: true,
      parcels: [parcel(1, { state: 'closed', contents: [{ lineId: line(10, 1, 1).id, qty: 1 }] })],
    });
    for (const code of ['T-1', 'P-1'])
      new Worker(work('packScanOrder', { items, tasks: [closed] })).scan(
        [code, 'answerNext'],
        ['5', 'weightOdd'],
        ['0,9', 'parcelWeighed'],
      );
  });

  it('the tolerance is a setting of the house', () => {
    const strict = work('packScanOrder', { items, tasks: [order(1)], weighing: { percent: 5, grams: 20, most: 70_000 } });
    new Worker(strict).scan(['T-1', 'opened'], ['SKU-1', 'packedAll'], ['0,95', 'weightOdd']);
  });
});
