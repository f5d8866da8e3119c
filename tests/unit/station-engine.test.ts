import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#contract/barcode/kontor-codes';
import { LOCALES } from '#contract/limits';
import { Act, PROFILES, type ScanVerdict, WHYS } from '#contract/scan/acts';
import { matchesPattern } from '#contract/scan/station/goods';
import { ASKS, remedyOf, SENTENCES, spokenOf, textOf, wordOf } from '#contract/scan/station/says';
import { learn, refresh, settle } from '#contract/scan/station/settle';
import { knows, multiply } from '#contract/scan/station/step';
import type { Work } from '#contract/scan/work';
import { codeOf, id, item, line, M2, PLACES, parcel, pickLine, picklist, stock, task, Worker, work } from '../support/station.ts';
import { lookUp } from '../support/texts.ts';

/** One of everything, so that any code can mean something at any station. */
const everything = (): Partial<Work> => ({
  items: [
    item(1),
    item(2, { kind: 'packedProduct' }),
    item(3, { lotMode: true, expires: true, serialMode: 'full', serialPattern: 'SN##' }),
    item(9, { merchantId: M2, sku: 'FOREIGN' }),
  ] as Work['items'],
  tasks: [
    task(1, [line(10, 1, 3, { picked: 2 }), line(11, 2, 1, { picked: 1 })]),
    task(2, [line(20, 1, 1)], { status: 'readyToPick', priority: 'urgent' }),
    task(3, [line(30, 1, 2), line(31, 3, 2)], { kind: 'inbound', status: 'receiptPending' }),
    task(4, [line(40, 1, 2, { received: 2 }), line(41, 2, 1, { received: 1 })], { kind: 'inbound', status: 'readyToInbound' }),
    task(5, [line(50, 1, 2)], { kind: 'retour', status: 'inTransit' }),
    task(6, [line(60, 2, 2)], { kind: 'inbound', status: 'received' }),
    task(7, [line(70, 1, 1, { picked: 1 })], { blockers: ['hold'], parcels: [parcel(7)] }),
    task(8, [line(80, 2, 1, { picked: 1, packed: 1 })], { parcels: [parcel(8), parcel(9, { state: 'closed' })], weightNeeded: true }),
  ] as Work['tasks'],
  picklists: [picklist(1, [pickLine(1, 1, 10, 1, PLACES.a, 1), pickLine(2, 2, 20, 1, PLACES.b, 1)])] as Work['picklists'],
  stock: [
    stock(1, PLACES.a, 5),
    stock(1, PLACES.dock, 4),
    stock(2, PLACES.dock, 1),
    stock(3, PLACES.a, 1, { serial: 'SN01', lot: 'L1' }),
  ] as Work['stock'],
  units: [{ id: id('n', 1), code: 'LPN-1', placeId: PLACES.a }],
  counts: [{ id: id('o', 1), no: 'C-1', blind: true, placeIds: [PLACES.a, PLACES.b] }],
  loadingLists: [{ id: id('d', 1), no: 'LL-1', carrier: 'DHL', state: 'open' }],
});

const CODES = [
  ...COMMANDS,
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `T-${n}`),
  'PL-1',
  'A-01-1',
  'B-02-3',
  'X-01-1',
  'M2-01',
  'CART-1',
  'DOCK',
  'SKU-1',
  'SKU-1',
  'SKU-2',
  'SKU-3',
  'FOREIGN',
  'CARTON-1',
  'SN01',
  'SN02',
  'L1',
  '2027-03-31',
  'LPN-1',
  'C-1',
  'LL-1',
  'TRACK7',
  'TRACK8',
  'P-9',
  'REF-1',
  '1',
  '2',
  '3',
  '0',
  '1.2 kg',
  '10x20x30',
  'NOPE',
];
const dialogues = fc.array(
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...CODES) }, fc.integer({ min: 1, max: 12 }), fc.string({ maxLength: 12 })),
  { maxLength: 40 },
);
const profiles = fc.constantFrom(...PROFILES);

function perform(worker: Worker, dialogue: (string | number)[]): void {
  for (const part of dialogue) {
    if (typeof part === 'number') worker.state = multiply(worker.state, part);
    else worker.read(codeOf(part));
  }
}

describe('any sequence of codes, at any station', () => {
  it('always gets a verdict with a text, and sends only acts the server can read', () => {
    fc.assert(
      fc.property(profiles, dialogues, (profile, dialogue) => {
        const worker = new Worker(work(profile, everything()));
        perform(worker, dialogue);
        for (const { act } of worker.acts) expect(Act.safeParse(act).success, JSON.stringify(act)).toBe(true);
        expect(worker.view.prompt.key).toMatch(/^scan\.prompt\./);
      }),
      { numRuns: 600 },
    );
  });

  it('never packs more than was picked, picks more than was listed, or receives beyond the announcement without a reason', () => {
    fc.assert(
      fc.property(profiles, dialogues, (profile, dialogue) => {
        const worker = new Worker(work(profile, everything()));
        perform(worker, dialogue);
        for (const { kind, lines } of worker.state.work.tasks)
          for (const own of lines) {
            expect(own.packed).toBeLessThanOrEqual(own.picked);
            expect(own.putAway).toBeLessThanOrEqual(own.received);
            const freely = worker.state.entries
              .filter(({ undone }) => !undone)
              .flatMap(({ sent }) => sent.map(({ act }) => act))
              .filter((act) => (act.do === 'receive' && act.reason === '') || (act.do === 'takeBack' && act.note === ''))
              .reduce((n, act) => n + ('lineId' in act && act.lineId === own.id && 'qty' in act ? act.qty : 0), 0);
            if (kind !== 'outbound' && own.received === 0) expect(freely).toBeLessThanOrEqual(own.ordered);
            expect(freely).toBeLessThanOrEqual(own.ordered);
          }
        for (const { lines } of worker.state.work.picklists)
          for (const own of lines) expect(own.picked + own.short).toBeLessThanOrEqual(own.qty);
        for (const row of worker.state.work.stock) expect(row.qty).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 600 },
    );
  });

  it('undone to the first scan, the work is what it was', () => {
    fc.assert(
      fc.property(profiles, dialogues, (profile, dialogue) => {
        const worker = new Worker(work(profile, everything()));
        const before = worker.state.work;
        perform(worker, dialogue);
        for (let n = 0; n <= 2 * dialogue.length && worker.say('undo') !== 'nothingToUndo'; n++);
        expect(worker.state.work).toEqual(before);
        expect(worker.state.at.hand).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('where the server refuses everything, the work is what it was, and every refusal is in the tray', () => {
    fc.assert(
      fc.property(profiles, dialogues, (profile, dialogue) => {
        const worker = new Worker(work(profile, everything()));
        const before = worker.state.work;
        perform(worker, dialogue);
        const sent = worker.acts.length;
        for (const { scanId } of worker.acts) worker.state = settle(worker.state, refused(scanId)).state;
        expect(worker.state.work).toEqual(before);
        if (worker.state.entries.length < 20) expect(worker.view.tray).toHaveLength(sent);
      }),
      { numRuns: 300 },
    );
  });
});

const refused = (scanId: string): ScanVerdict => ({
  id: scanId,
  seq: 1,
  outcome: 'refused',
  why: 'alreadyPacked',
  params: { no: 'T-1', who: 'Mia', at: '10:32' },
});
const applied = (scanId: string): ScanVerdict => ({ id: scanId, seq: 1, outcome: 'applied', why: null, params: {} });

describe('undo', () => {
  const packing = () => new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3 })])] }));

  it('takes back the last scan that still holds, then the one before', () => {
    const worker = packing().scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packed'],
      ['NOPE', 'unknownCode'],
      ['undo', 'undone'],
      ['undo', 'undone'],
      ['undo', 'nothingToUndo'],
    );
    const [first, second] = worker.acts.map(({ scanId }) => scanId);
    expect(worker.booked.slice(2)).toEqual([
      { do: 'undo', scanId: second },
      { do: 'undo', scanId: first },
    ]);
  });

  it('drops an open question first, of which nothing is booked', () => {
    const worker = new Worker(work('PackScanEF', { tasks: [task(1, [line(1, 1, 1, { picked: 1 })])] }));
    worker.scan(['T-1', 'opened'], ['SKU-1', 'answerNext'], ['undo', 'dropped'], ['T-1', 'opened']);
    expect(worker.booked).toEqual([]);
  });

  it('an undo that the server refuses brings the piece back', () => {
    const worker = packing().scan(['T-1', 'opened'], ['SKU-1', 'packed'], ['undo', 'undone']);
    worker.state = settle(worker.state, { ...refused(worker.acts.at(-1)!.scanId), why: 'notUndoable' }).state;
    expect(worker.state.work.tasks[0]?.lines[0]?.packed).toBe(1);
  });
});

describe("the server's answers", () => {
  const packing = () =>
    new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3 })])] })).scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packed'],
    );

  it('a refused piece is taken out again and says why; later pieces stay', () => {
    const worker = packing();
    const { state, verdict } = settle(worker.state, refused(worker.acts[0]!.scanId));
    expect(state.work.tasks[0]?.lines[0]?.packed).toBe(1);
    expect(verdict).toMatchObject({ outcome: 'duplicate', say: 'scan.why.alreadyPacked', params: { who: 'Mia', at: '10:32' } });
    worker.state = state;
    expect(worker.view.tray).toMatchObject([{ why: { key: 'scan.why.alreadyPacked' }, remedy: 'scan.tray.nothing' }]);
  });

  it('scans read as saved here until they are confirmed', () => {
    const worker = packing();
    worker.state = settle(worker.state, applied(worker.acts[0]!.scanId)).state;
    expect(worker.view.last.map(({ state }) => state)).toEqual(['saved', 'confirmed', 'local']);
    expect(settle(worker.state, { ...applied(worker.acts[1]!.scanId), outcome: 'waiting' }).state).toBe(worker.state);
  });

  it('a reason this page does not know is still told as a refusal', () => {
    const worker = packing();
    expect(settle(worker.state, { ...refused(worker.acts[0]!.scanId), why: 'somethingNew' }).verdict).toMatchObject({
      outcome: 'stop',
      say: 'scan.why.broken',
    });
  });

  it('new work holds what was answered; what waits is done on top of it', () => {
    const worker = packing();
    worker.state = settle(worker.state, applied(worker.acts[0]!.scanId)).state;
    const newer = work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3, packed: 1 })])] });
    worker.state = refresh(worker.state, newer);
    expect(worker.state.work.tasks[0]?.lines[0]?.packed).toBe(2);
  });

  it('an unknown code of partial work is learnt and then understood', () => {
    const worker = new Worker(work('packScanOrder', { partial: true }));
    expect(knows(worker.state, codeOf('T-1'))).toBe(false);
    worker.state = learn(worker.state, work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3 })])] }));
    expect(knows(worker.state, codeOf('T-1'))).toBe(true);
    worker.scan(['T-1', 'opened']);
  });

  it('a long shift keeps twenty scans to look at and forgets none of the work', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 50, { picked: 50 })])] })).scan(['T-1', 'opened']);
    for (let n = 0; n < 40; n++) worker.scan(['SKU-1', 'packed']);
    for (const { scanId } of worker.acts) worker.state = settle(worker.state, applied(scanId)).state;
    worker.scan(['SKU-1', 'packed'], ['undo', 'undone']);
    expect(worker.state.entries.length).toBeLessThan(25);
    expect(worker.state.work.tasks[0]?.lines[0]?.packed).toBe(40);
  });
});

describe('patterns of serial numbers', () => {
  it.each([
    ['SN##', 'SN12', true],
    ['SN##', 'SN1A', false],
    ['@@-*', 'AB-anything', true],
    ['@@-*', '1B-x', false],
    ['A*Z', 'A1Z2Z', true],
    ['', 'whatever', true],
  ])('%s and %s: %s', (pattern, serial, fits) => expect(matchesPattern(serial, pattern)).toBe(fits));
});

describe('texts of the stations', () => {
  const keys = [
    ...SENTENCES.flatMap((key) => [textOf(key), ...ASKS.map((ask) => spokenOf(key, ask))]),
    ...ASKS.map((ask) => `scan.prompt.${ask}`),
    ...PROFILES.flatMap((profile) => [`scan.profiles.${profile}.title`, `scan.profiles.${profile}.hint`]),
    ...Object.keys(WHYS).map(remedyOf),
    ...COMMANDS.map((command) => `scan.commands.${command}`),
    ...['hold', 'cancelRequested'].flatMap((blocker) => wordOf('blocker', blocker) ?? []),
  ];
  it.each(LOCALES)('every sentence, prompt and spoken word is there in %s', (locale) => {
    expect([...new Set(keys)].filter((key) => !lookUp(locale, key))).toEqual([]);
  });
});
