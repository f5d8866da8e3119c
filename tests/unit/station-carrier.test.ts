import { describe, expect, it } from 'vitest';
import { question } from '#contract/scanning/station/profile-rules';
import { id, item, line, task, Worker, work } from '../support/station.ts';

const carrier = (n: number, name: string, sides: Partial<Record<'maxLength' | 'maxSide' | 'maxGirth' | 'maxWeight', number>>) => ({
  id: id('k', n),
  name,
  maxWeight: null,
  maxLength: null,
  maxSide: null,
  maxShortest: null,
  maxGirth: null,
  ...sides,
});
const DHL = carrier(1, 'DHL Paket', { maxLength: 1200, maxSide: 600 });
const DPD = carrier(2, 'DPD Classic', { maxLength: 1750, maxGirth: 3000, maxWeight: 31_500 });
const UPS = carrier(3, 'UPS Standard', { maxLength: 2740, maxGirth: 4000 });
const order = (rest = {}) =>
  task(1, [line(10, 1, 1, { picked: 1 })], {
    weightNeeded: true,
    dimensionsNeeded: true,
    carriers: [DHL, DPD, UPS],
    mayChange: true,
    ...rest,
  });
const table = (rest = {}, size = '') =>
  new Worker(work('packScanOrder', { items: [item(1), item(9, { kind: 'packaging', size })], tasks: [order(rest)] })).scan([
    'T-1',
    'opened',
  ]);

describe('a parcel that is larger than its carrier takes', () => {
  it('is told at the pack table before a label is asked for, with the next carrier that takes it, whom the worker may choose', () => {
    const worker = table().scan(['SKU-1', 'packedAll'], ['2', 'weightRead']);
    const { verdict } = worker.read({ raw: '130x30x20', kind: 'plain' });
    expect(verdict).toMatchObject({
      outcome: 'stop',
      say: 'scan.feedback.overSize',
      speak: 'scan.speak.overSize',
      params: { no: 'T-1', size: '1300x300x200', carrier: 'DHL Paket' },
    });
    expect(worker.state.prompt.options.map(({ value }) => value)).toEqual([DPD.id, 'again', 'keep']);
    expect(worker.booked.map((act) => act.do)).toEqual(['pack']);
    worker.scan(['1', 'parcelMeasured']);
    expect(worker.booked.at(-1)).toMatchObject({ do: 'closeParcel', weight: 2000, length: 1300, carrierId: DPD.id });
  });

  it('is asked for its weight by the number of its order: the sentence has the values of the prompt', () => {
    const { params } = question('weight', { got: { no: 'T-1' } });
    expect(params).toMatchObject({ question: 'weight', no: 'T-1' });
  });

  it('goes to the first carrier that takes both its size and its weight', () => {
    const worker = table().scan(['SKU-1', 'packedAll'], ['40', 'weightRead'], ['130x30x20', 'overSize']);
    expect(worker.state.prompt.options[0]).toMatchObject({ value: UPS.id, text: 'UPS Standard' });
  });

  it('is packed into another carton, which is measured, or closed as it is for the office', () => {
    const other = table().scan(
      ['SKU-1', 'packedAll'],
      ['2', 'weightRead'],
      ['130x30x20', 'overSize'],
      ['2', 'answerNext'],
      ['60x30x20', 'parcelMeasured'],
    );
    expect(other.booked.at(-1)).toMatchObject({ do: 'closeParcel', length: 600 });
    expect(other.booked.at(-1)).not.toHaveProperty('carrierId');
    const kept = table().scan(['SKU-1', 'packedAll'], ['2', 'weightRead'], ['130x30x20', 'overSize'], ['3', 'parcelMeasured']);
    expect(kept.booked.at(-1)).not.toHaveProperty('carrierId');
  });

  it('of a merchant with a fixed carrier is told with who would take it, and none is offered', () => {
    const worker = table({ mayChange: false }).scan(['SKU-1', 'packedAll'], ['2', 'weightRead']);
    const { verdict } = worker.read({ raw: '130x30x20', kind: 'plain' });
    expect(verdict).toMatchObject({ say: 'scan.feedback.overSizeAsk', params: { next: 'DPD Classic' } });
    expect(worker.state.prompt.options.map(({ value }) => value)).toEqual(['again', 'keep']);
  });

  it('is known by the carton whose code was scanned, without measuring', () => {
    const measured = { dimensionsNeeded: false };
    table(measured, '1300x300x200').scan(['SKU-9', 'packagingSet'], ['SKU-1', 'packedAll'], ['2', 'overSize'], ['1', 'parcelWeighed']);
    table(measured, '600x300x200').scan(['SKU-9', 'packagingSet'], ['SKU-1', 'packedAll'], ['2', 'parcelWeighed']);
  });

  it('of a carrier without limits, or that fits, is closed without a question', () => {
    table({ carriers: [UPS] }).scan(['SKU-1', 'packedAll'], ['2', 'weightRead'], ['130x30x20', 'parcelMeasured']);
    table({ carriers: [] }).scan(['SKU-1', 'packedAll'], ['2', 'weightRead'], ['250x30x20', 'parcelMeasured']);
  });
});
