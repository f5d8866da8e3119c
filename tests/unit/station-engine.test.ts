import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#contract/core/barcode/kontor-codes';
import { LOCALES } from '#contract/core/limits';
import { PROFILES, type Profile, REFUSAL_REASONS, ScanCommand, type ScanVerdict } from '#contract/scanning/commands';
import { FEEDBACK_CODES, feedbackText, PROMPTS, parameterText, spokenText } from '#contract/scanning/station/feedback';
import { matchesPattern } from '#contract/scanning/station/goods';
import { remedyText } from '#contract/scanning/station/remedies';
import { applyVerdict } from '#contract/scanning/station/state-updates';
import { multiply } from '#contract/scanning/station/step';
import type { Work } from '#contract/scanning/work';
import { codeOf, id, item, line, M2, PLACES, parcel, pickLine, picklist, stock, task, Worker, work } from '../support/station.ts';
import { lookUp, paramsOf, textsOf } from '../support/texts.ts';

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
  loadingLists: [{ id: id('d', 1), no: 'LL-1', carrier: 'DHL', state: 'open', dock: 'GATE-1', vehicle: '' }],
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

/** What usually comes first at a station: chance alone seldom gets past the first two questions. */
const OPENERS: Partial<Record<Profile, string[]>> = {
  receiving: ['T-3'],
  received: ['T-6'],
  pickingScan: ['PL-1', 'A-01-1'],
  packScanOrder: ['T-1'],
  packScanBatch: ['PL-1'],
  PackScanEF: ['T-1'],
  packScanRef: ['REF-1'],
  shippingScan: ['LL-1'],
  count: ['C-1', 'A-01-1'],
  return: ['T-5'],
  move: ['A-01-1'],
};

function perform(worker: Worker, dialogue: (string | number)[]): void {
  for (const code of OPENERS[worker.state.profile] ?? []) worker.read(codeOf(code));
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
        for (const { act } of worker.acts) expect(ScanCommand.safeParse(act).success, JSON.stringify(act)).toBe(true);
        expect(worker.view.prompt.key).toMatch(/^scan\.prompt\./);
      }),
      { numRuns: 600 },
    );
  });

  it('every text gets all that it names', () => {
    const texts = textsOf('en', 'scan');
    const open = (key: string, params: object): string[] =>
      paramsOf(texts.get(key.replace('scan.', '')) ?? '')
        .filter((name) => !(name in params))
        .map((name) => `${key}: ${name}`);
    fc.assert(
      fc.property(profiles, dialogues, (profile, dialogue) => {
        const worker = new Worker(work(profile, everything()));
        for (const part of dialogue) {
          if (typeof part === 'number') continue;
          const { verdict } = worker.read(codeOf(part));
          const { say, params, speak, next } = verdict;
          const words = Object.entries(params).flatMap(([name, value]) => parameterText(name, value) ?? []);
          expect([...open(say, params), ...open(speak, { ...next.params, ...params }), ...open(next.key, next.params)]).toEqual([]);
          expect(
            words.flatMap((word) => (texts.has(word.replace('scan.', '')) ? open(word, { ...next.params, ...params }) : [word])),
          ).toEqual([]);
        }
      }),
      { numRuns: 800 },
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
        for (let n = 0; n <= 2 * dialogue.length + 4 && worker.say('undo') !== 'nothingToUndo'; n++);
        expect(worker.state.work).toEqual(before);
        expect(worker.state.at.hand).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('where the server refuses everything, the work is what it was, and every command is noted as refused', () => {
    fc.assert(
      fc.property(profiles, dialogues, (profile, dialogue) => {
        const worker = new Worker(work(profile, everything()));
        const before = worker.state.work;
        perform(worker, dialogue);
        const sent = worker.acts.length;
        for (const { scanId } of worker.acts) worker.state = applyVerdict(worker.state, refused(scanId)).state;
        expect(worker.state.work).toEqual(before);
        if (worker.state.entries.length < 20) expect(refusedIn(worker.state)).toHaveLength(sent);
      }),
      { numRuns: 300 },
    );
  });
});

const refusedIn = ({ entries }: Worker['state']) => entries.flatMap(({ sent }) => sent.filter(({ state }) => state === 'refused'));
const refused = (scanId: string): ScanVerdict => ({
  id: scanId,
  seq: 1,
  outcome: 'refused',
  // A reason that says nothing of others' work.
  why: 'noRight',
  params: { no: 'T-1', who: 'Mia', at: '10:32' },
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
    ...FEEDBACK_CODES.flatMap((key) => [feedbackText(key), ...PROMPTS.map((ask) => spokenText(key, ask))]),
    ...PROMPTS.map((ask) => `scan.prompt.${ask}`),
    ...PROFILES.flatMap((profile) => [`scan.profiles.${profile}.title`, `scan.profiles.${profile}.hint`]),
    ...Object.keys(REFUSAL_REASONS).map(remedyText),
    ...COMMANDS.map((command) => `scan.commands.${command}`),
    ...['hold', 'cancelRequested'].flatMap((blocker) => parameterText('blocker', blocker) ?? []),
  ];
  it.each(LOCALES)('every sentence, prompt and spoken word is there in %s', (locale) => {
    expect([...new Set(keys)].filter((key) => !lookUp(locale, key))).toEqual([]);
  });
});
