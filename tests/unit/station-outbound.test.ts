import { describe, expect, it } from 'vitest';
import { multiply, step } from '#contract/scanning/station/step';
import { id, item, line, M2, OTHER, PLACES, parcel, pickLine, picklist, stock, task, Worker, work } from '../support/station.ts';

describe('picking', () => {
  const tasks = [task(1, [line(1, 1, 3), line(2, 2, 1)]), task(2, [line(3, 2, 2)])];
  const lines = [pickLine(1, 1, 1, 1, PLACES.a, 3), pickLine(2, 1, 2, 2, PLACES.b, 1), pickLine(3, 2, 3, 2, PLACES.b, 2)];
  const stocked = [stock(1, PLACES.a, 3), stock(2, PLACES.b, 9)];
  const house = (rest = {}) => new Worker(work('pickingScan', { tasks, picklists: [picklist(1, lines)], stock: stocked, ...rest }));

  it('the list leads from place to place and counts up', () => {
    const worker = house().scan(['PL-1', 'opened']);
    expect(worker.state.prompt).toMatchObject({ ask: 'goPlace', params: { place: 'A-01-1', qty: 3, sku: 'SKU-1' } });
    worker.scan(['SKU-1', 'placeFirst'], ['B-02-3', 'wrongPlace'], ['A-01-1', 'placeSet'], ['SKU-2', 'wrongItem']);
    worker.scan(['SKU-1', 'takenAll'], ['SKU-1', 'takenSome'], ['SKU-1', 'picked'], ['SKU-1', 'lineFull'], ['B-02-3', 'placeSet']);
    worker.state = multiply(worker.state, 4);
    worker.scan(['SKU-2', 'tooMany'], ['SKU-2', 'takenAll'], ['done', 'listDone']);
    // Two orders want the item from the same place: one stop, one act an order.
    expect(worker.booked).toMatchObject([
      { picklistLineId: id('k', 1), qty: 3 },
      { picklistLineId: id('k', 2), qty: 1 },
      { picklistLineId: id('k', 3), qty: 2 },
    ]);
  });

  it('the wrong place says where to go', () => {
    const worker = house().scan(['PL-1', 'opened']);
    expect(worker.read({ raw: 'B-02-3', kind: 'plain' }).verdict).toMatchObject({
      outcome: 'wrong',
      params: { expected: 'A-01-1', got: 'B-02-3' },
      speak: 'scan.speak.wrongPlace',
    });
  });

  it('a pick that empties the place asks what is left; the answer is kept, and may be passed over', () => {
    const worker = house().scan(['PL-1', 'opened'], ['A-01-1', 'placeSet'], ['SKU-1', 'takenAll']);
    expect(worker.state.prompt.key).toBe('scan.prompt.takenLast');
    worker.scan(['done', 'picked']);
    expect(worker.state.prompt.ask).toBe('left');
    worker.scan(['2', 'leftNoted']);
    expect(worker.acts.at(-1)?.act).toEqual({ do: 'log', note: 'left 2 SKU-1 A-01-1' });
    const hasty = house().scan(['PL-1', 'opened'], ['A-01-1', 'placeSet'], ['SKU-1', 'takenAll'], ['B-02-3', 'picked']);
    expect(hasty.state.prompt.ask).toBe('takeItem');
  });

  it('short asks for the reason and for what was seen', () => {
    const worker = house().scan(
      ['PL-1', 'opened'],
      ['short', 'answerNext'],
      ['7', 'answerFirst'],
      ['1', 'answerNext'],
      ['0', 'shortNoted'],
    );
    expect(worker.booked).toEqual([{ do: 'short', picklistLineId: id('k', 1), qty: 3, reason: 'missing', seen: 0 }]);
    expect(worker.state.prompt.params.place).toBe('B-02-3');
  });

  it("an order's number opens the list that still wants pieces for it", () => {
    house().scan(['T-2', 'opened'], ['PL-1', 'opened']);
    house({ tasks: [...tasks, task(3, [line(30, 1, 1)])] }).scan(['T-3', 'notListed']);
  });

  it('a line can be put off and comes back last', () => {
    const worker = house().scan(['PL-1', 'opened'], ['next', 'skipped']);
    expect(worker.state.prompt.params.place).toBe('B-02-3');
  });

  it('lines of a held order are left out and refused aloud', () => {
    const held = [tasks[0]!, { ...tasks[1]!, blockers: ['hold' as const] }];
    const only = house({ tasks: held, picklists: [picklist(1, [lines[2]!])] }).scan(['PL-1', 'blocked']);
    expect(only.booked).toEqual([]);
  });
});

describe('packing', () => {
  const ready = (n: number, rest = {}) =>
    task(n, [line(n * 10, 1, 2, { picked: 2 }), line(n * 10 + 1, 2, 1, { picked: 1 })], { refOrderId: `REF-${n}`, ...rest });

  it('by order: pieces count up, the last one asks to close, and the next order closes the parcel', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [ready(1), ready(2)] }));
    worker.scan(
      ['SKU-1', 'openFirst'],
      ['T-1', 'opened'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'linePacked'],
      ['SKU-2', 'packedAll'],
      ['SKU-1', 'alreadyPackedBy'],
    );
    expect(worker.state.prompt.ask).toBe('closeParcel');
    worker.scan(['T-2', 'switchedClosed'], ['SKU-1', 'packed'], ['T-1', 'alreadyPackedBy']);
    const parcels = worker.booked.flatMap((act) => (act.do === 'pack' ? [act.parcelId] : []));
    expect(new Set(parcels).size).toBe(2);
    expect(worker.booked.map((act) => act.do)).toEqual(['pack', 'pack', 'pack', 'closeParcel', 'pack']);
  });

  it('a cart tells which orders wait in it: the only one is opened, of several one is chosen or scanned', () => {
    const lies = [PLACES.cart];
    const one = new Worker(work('packScanOrder', { tasks: [ready(1, { lies }), ready(2)] }));
    one.scan(['CART-1', 'opened'], ['SKU-1', 'packed']);
    expect(one.booked).toMatchObject([{ do: 'pack', taskId: id('t', 1), compartmentId: PLACES.table }]);

    const several = () => new Worker(work('packScanOrder', { tasks: [ready(1, { lies }), ready(2, { lies }), ready(3)] }));
    const worker = several();
    const { verdict } = worker.read({ raw: 'CART-1', kind: 'plain' });
    expect(verdict).toMatchObject({ say: 'scan.feedback.cartHolds', params: { place: 'CART-1', n: 2, orders: 'T-1, T-2' } });
    expect(worker.view.lines.map(({ text, expected }) => [text, expected])).toEqual([
      ['T-1', 3],
      ['T-2', 3],
    ]);
    worker.scan(['2', 'opened'], ['SKU-1', 'packed']);
    expect(worker.booked).toMatchObject([{ taskId: id('t', 2) }]);
    several().scan(['CART-1', 'cartHolds'], ['T-3', 'opened']);
  });

  it('a cart says so where nothing waits in it, or where its only order is stopped; a table is where parcels lie', () => {
    const held = ready(1, { lies: [PLACES.cart], blockers: ['hold'] });
    new Worker(work('packScanOrder', { tasks: [held] })).scan(['CART-1', 'blocked']);
    new Worker(work('packScanOrder', { tasks: [ready(1)] })).scan(['CART-1', 'cartEmpty'], ['TABLE', 'placeSet'], ['X-01-1', 'placeSet']);
  });

  it('at a batch station the cart opens the picklist it was filled for, at a one-piece station it says what it holds', () => {
    const tasks = [ready(1, { lies: [PLACES.cart] }), ready(2, { lies: [PLACES.cart] })];
    const lines = [pickLine(1, 1, 10, 1, PLACES.a, 2), pickLine(2, 2, 20, 1, PLACES.a, 2)];
    const worker = new Worker(work('packScanBatch', { tasks, picklists: [picklist(1, lines)] }));
    worker.scan(['CART-1', 'opened'], ['SKU-1', 'packed'], ['CART-1', 'cartHolds'], ['SKU-2', 'packed']);
    const single = task(5, [line(5, 1, 1, { picked: 1 })], { lies: [PLACES.cart] });
    new Worker(work('packScanSingle', { tasks: [single] })).scan(['CART-1', 'cartHolds'], ['SKU-1', 'packedAll']);
  });

  it('an incomplete order is left open and named', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [ready(1), ready(2)] }));
    worker.scan(['T-1', 'opened'], ['SKU-1', 'packed'], ['T-2', 'switched'], ['T-1', 'switched'], ['SKU-1', 'packed']);
    const parcels = worker.booked.flatMap((act) => (act.do === 'pack' ? [act.parcelId] : []));
    expect(new Set(parcels).size).toBe(1);
  });

  it('weight and size are asked for where the order wants them', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [ready(1, { weightNeeded: true, dimensionsNeeded: true })] }));
    worker.scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packed'],
      ['SKU-2', 'packedAll'],
      ['1,25', 'weightRead'],
      ['40x30x20', 'parcelMeasured'],
    );
    expect(worker.booked.at(-1)).toMatchObject({ do: 'closeParcel', weight: 1250, length: 400, width: 300, height: 200 });
  });

  it('a new parcel closes the former one', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [ready(1)] }));
    worker.scan(
      ['T-1', 'opened'],
      ['newParcel', 'nothingPacked'],
      ['SKU-1', 'packed'],
      ['newParcel', 'parcelNext'],
      ['SKU-1', 'packed'],
      ['SKU-2', 'packedAll'],
      ['done', 'parcelClosed'],
    );
    expect(worker.booked.map((act) => act.do)).toEqual(['pack', 'closeParcel', 'pack', 'pack', 'closeParcel']);
  });

  it('a broken piece is noted with its line and reason and is to be picked again', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [ready(1)] }));
    worker.scan(['T-1', 'opened'], ['short', 'answerNext'], ['2', 'answerNext'], ['2', 'shortNoted'], ['SKU-2', 'notPicked']);
    expect(worker.booked).toEqual([{ do: 'packShort', taskId: id('t', 1), lineId: id('l', 11), qty: 1, reason: 'damaged' }]);
  });

  it('a label swap needs both codes', () => {
    const swap = task(1, [line(1, 1, 1, { picked: 1, packed: 1 })], { status: 'readyToSwap', parcels: [parcel(1)] });
    const worker = new Worker(work('packScanOrder', { tasks: [swap] }));
    worker.scan(['TRACK1', 'answerNext'], ['TRACK1', 'answerFirst'], ['NEWTRACK', 'swapped']);
    expect(worker.booked).toMatchObject([{ do: 'swapLabel', oldCode: 'TRACK1', newCode: 'NEWTRACK' }]);
  });

  const items = [item(1), item(2), item(3), item(9, { merchantId: M2, sku: 'FOREIGN' })];
  it.each([
    ['unknown code', 'NOPE-99', 'unknownCode', 'wrong'],
    ['piece of another order', 'SKU-3', 'wrongItem', 'wrong'],
    ['piece of another merchant', 'FOREIGN', 'wrongMerchant', 'stop'],
    ['order that was asked to be cancelled', 'T-2', 'blocked', 'stop'],
    ['order that was packed', 'T-3', 'alreadyPackedBy', 'duplicate'],
    ['more pieces than ordered', 'CARTON-1', 'tooMany', 'wrong'],
  ])('%s: refused with its own sound, kept, nothing booked', (_case, code, said, sound) => {
    const packed = task(3, [line(30, 1, 1, { picked: 1, packed: 1 })], { last: { userId: OTHER, at: '2026-03-02T09:32:00Z' } });
    const worker = new Worker(work('packScanOrder', { items, tasks: [ready(1), ready(2, { blockers: ['cancelRequested'] }), packed] }));
    worker.scan(['T-1', 'opened']);
    const { verdict, commands: acts } = worker.read({ raw: code, kind: 'plain' });
    expect(verdict.say).toMatch(new RegExp(`\\.${said}$`));
    expect(verdict.outcome).toBe(sound);
    expect(acts.map(({ act }) => act)).toEqual([{ do: 'log', note: said }]);
  });

  it.each([
    ['NOPE-99', 'scan.feedback.unknownCodeOffline', 'scan.speak.unknownCodeOffline'],
    ['SKU-3', 'scan.refusals.wrongItem', 'scan.speak.wrongItem'],
  ])(
    'while the server cannot be asked, an unknown code may be known to it, and is said so on screen and by voice: %s',
    (raw, say, speak) => {
      const { state } = new Worker(work('packScanOrder', { items, tasks: [ready(1)] })).scan(['T-1', 'opened']);
      const input = { code: { raw, kind: 'plain' as const }, ids: () => id('z', 999), now: '2026-03-02T11:00:00Z' };
      expect(step(state, { ...input, offline: true }).verdict).toMatchObject({ say, speak, outcome: 'wrong' });
      expect(step(state, input).verdict.say).toBe(say.replace('Offline', ''));
    },
  );

  it('already packed names who did it and when', () => {
    const packed = task(3, [line(30, 1, 1, { picked: 1, packed: 1 })], { last: { userId: OTHER, at: '2026-03-02T09:32:00Z' } });
    const { verdict } = new Worker(work('packScanOrder', { tasks: [packed] })).read({ raw: 'T-3', kind: 'plain' });
    expect(verdict.params).toMatchObject({ who: OTHER, at: '2026-03-02T09:32:00Z' });
  });

  it('a code that two merchants use means the one of the open order', () => {
    const twins = [item(1, { sku: 'TWIN' }), item(2), item(9, { merchantId: M2, sku: 'TWIN' })];
    const worker = new Worker(work('packScanOrder', { items: twins, tasks: [ready(1)] }));
    worker.scan(['T-1', 'opened'], ['TWIN', 'packed']);
    expect(worker.booked).toMatchObject([{ lineId: id('l', 10) }]);
  });

  it('by picklist: urgent orders first, then the one nearest to completion', () => {
    const tasks = [ready(1), task(2, [line(20, 1, 1, { picked: 1 })]), ready(3, { priority: 'urgent' })];
    const list = picklist(1, [pickLine(1, 1, 10, 1, PLACES.a, 2), pickLine(2, 2, 20, 1, PLACES.a, 1), pickLine(3, 3, 30, 1, PLACES.a, 2)]);
    const worker = new Worker(work('packScanBatch', { tasks, picklists: [list] }));
    worker.scan(
      ['SKU-1', 'openFirst'],
      ['PL-1', 'opened'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packedAll'],
      ['SKU-1', 'packed'],
    );
    expect(worker.booked.map((act) => 'taskId' in act && act.taskId)).toEqual([id('t', 3), id('t', 3), id('t', 2), id('t', 1)]);
  });

  it('one-piece orders: the piece finds its order, is picked and packed at once, and the parcel is closed', () => {
    const one = (n: number, rest = {}) => task(n, [line(n, 1, 1)], { status: 'readyToPick', ...rest });
    const tasks = [one(1, { blockers: ['hold'] }), one(2), one(3, { priority: 'urgent' })];
    const worker = new Worker(work('packScanSingle', { tasks, stock: [stock(1, PLACES.a, 9)] }));
    worker.scan(['SKU-1', 'packedAll'], ['SKU-1', 'packedAll'], ['SKU-1', 'blocked'], ['SKU-2', 'noOrder']);
    expect(worker.booked.map((act) => act.do)).toEqual(['packSingle', 'closeParcel', 'packSingle', 'closeParcel']);
    expect(worker.booked[0]).toMatchObject({ taskId: id('t', 3), fromId: PLACES.a });
  });

  it('EF: a serial is wanted whatever the item says, and none twice', () => {
    const worker = new Worker(work('PackScanEF', { tasks: [ready(1)] }));
    worker.scan(
      ['T-1', 'opened'],
      ['SKU-1', 'answerNext'],
      ['SKU-1', 'serialNeeded'],
      ['S-1', 'packed'],
      ['SKU-1', 'answerNext'],
      ['S-1', 'serialUsed'],
      ['S-2', 'packed'],
    );
    expect(worker.booked).toMatchObject([{ serial: 'S-1' }, { serial: 'S-2' }]);
  });

  it('pre-packed goods: one scan packs the piece and closes its carton', () => {
    const worker = new Worker(
      work('PackScanPre', { items: [item(1, { kind: 'packedProduct', weight: 900 }), item(2)], tasks: [ready(1, { weightNeeded: true })] }),
    );
    worker.scan(['SKU-1', 'packed'], ['SKU-1', 'packed'], ['SKU-2', 'notPrePacked']);
    expect(worker.booked).toMatchObject([{ do: 'pack' }, { do: 'closeParcel', weight: 900 }, { do: 'pack' }, { do: 'closeParcel' }]);
  });

  it("by reference: the merchant's own number opens the order", () => {
    new Worker(work('packScanRef', { tasks: [ready(1)] })).scan(['T-1', 'unknownCode'], ['REF-1', 'opened'], ['SKU-1', 'packed']);
  });
});

describe('hand-over', () => {
  const parcels = [
    parcel(1),
    parcel(3, { state: 'closed' }),
    parcel(4, { state: 'handedOver', last: { userId: OTHER, at: '2026-03-02T09:32:00Z' } }),
  ];
  const house = () =>
    new Worker(
      work('shippingScan', {
        tasks: [task(1, [], { parcels }), task(2, [], { parcels: [parcel(6)], blockers: ['wrongAddress'] })],
      }),
    );

  it.each([
    ['without a list, a parcel is handed over at once', 'TRACK1', 'handedOver'],
    ['an unlabelled parcel is refused', 'P-3', 'notLabelled'],
    ['a parcel that left is named with who and when', 'TRACK4', 'alreadyShippedBy'],
    ['a parcel of a blocked order is refused', 'TRACK6', 'blocked'],
  ])('%s', (_case, code, said) => {
    house().scan([code, said]);
  });

  it('the same parcel twice is a duplicate', () => {
    const worker = house().scan(['TRACK1', 'handedOver'], ['TRACK1', 'alreadyShippedBy']);
    expect(worker.booked).toEqual([{ do: 'handOver', parcelId: id('c', 1), loadingListId: null }]);
  });
});
