import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALIBRATION, COMMANDS, commandCode } from '#contract/core/barcode/kontor-codes';
import { betterLayout, calibrate, type Stroke } from '../../src/scan/capture/layouts.ts';
import { createRecentReads } from '../../src/scan/capture/recent-reads.ts';
import { type Event, key, play, typed } from '../support/scanner.ts';

const GS = '\u001d';
const GOODS = `]C1010401234567890110L-7${GS}21S1`;
const strokes = (events: Event[]): Stroke[] => events.filter((e) => e.code !== 'ShiftLeft').map((e) => ({ ...e, made: null }));

describe('a scanner is told from a person by its pace', () => {
  it.each([1, 5, 10, 20, 30])('a code typed every %i ms is read', (every) => {
    expect(play(typed('4006381333931', { every })).scans).toEqual(['4006381333931']);
  });

  it.each([60, 80, 100, 150, 400])('a person who types every %i ms is not', (every) => {
    const { scans, seen, text } = play(typed('hello world', { every, editable: true }));
    expect(scans).toEqual([]);
    expect(text).toBe('hello world');
    expect(seen).toContain('Enter');
  });

  it('fast pairs of two hands are a person', () => {
    const events = typed('abababab', { editable: true }).map((event, i) => ({
      ...event,
      at: 1000 + Math.floor(i / 2) * 72 + (i % 2) * 12,
    }));
    expect(play(events)).toMatchObject({ scans: [], text: 'abababab' });
  });

  it('three fast keys and Enter are no code', () => expect(play(typed('abc')).scans).toEqual([]));

  it('one late key in the middle does not spoil a code', () => {
    const events = typed('4006381333931').map((event, i) => ({ ...event, at: event.at + (i > 6 ? 70 : 0) }));
    expect(play(events).scans).toEqual(['4006381333931']);
  });

  it('two codes back to back are two, with line feed, Tab or Enter behind them', () => {
    const first = typed('AAAA-1', { end: 'Tab' });
    const lineFeed = key('j', { code: 'KeyJ', ctrl: true, at: 1000 + first.length * 5 });
    const second = typed('BBBB-2', {}, lineFeed.at + 5);
    const { scans, seen } = play([...first, lineFeed, ...second]);
    expect(scans).toEqual(['AAAA-1', 'BBBB-2']);
    expect(seen).not.toContain('j');
    expect(seen).not.toContain('Enter');
  });

  it('a code is read while somebody holds a key down', () => {
    const held = [key('x', { code: 'KeyX', at: 400 }), ...[900, 930, 960, 990].map((at) => key('x', { code: 'KeyX', at, repeat: true }))];
    expect(play([...held, ...typed('4006381333931')]).scans).toEqual(['4006381333931']);
  });

  it('what somebody typed just before is no part of the code', () => {
    const typedBefore = [key('u', { code: 'KeyU', at: 850 })];
    expect(play([...typedBefore, ...typed('4006381333931')]).scans).toEqual(['4006381333931']);
  });

  it('an input method at work is a person', () => {
    const events = typed('nihaoma').map((event) => ({ ...event, composing: true }));
    expect(play(events).scans).toEqual([]);
  });
});

describe('what the page gets to see of a scan', () => {
  it('of a code that comes while a button has the focus: its first key, and no Enter', () =>
    expect(play(typed('4006381333931')).seen).toEqual(['4']));

  it('in a text field: three keys, which are taken back', () =>
    expect(play(typed('4006381333931', { editable: true })).seen).toHaveLength(3));

  it('a burst that nobody ends is given back', () => {
    expect(play(typed('paste', { end: null, editable: true }))).toMatchObject({ scans: [], text: 'paste' });
  });

  it('nothing that a person types is ever lost, at whatever pace', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 ]{1,12}$/), pauses, (text, gaps) => {
        let at = 1000;
        const events = typed(text, { end: null, editable: true }).map((event, i) => {
          at += gaps[i] ?? 100;
          return { ...event, at };
        });
        const { text: typedText, scans } = play(events);
        return scans.length === 0 && typedText === text;
      }),
    );
  });

  it('shortcuts stay shortcuts', () => {
    const events = [key('k', { code: 'KeyK', ctrl: true, at: 10 }), key('+', { code: 'BracketRight', ctrl: true, at: 900 })];
    expect(play(events).seen).toEqual(['k', '+']);
  });
});

describe('separators and layouts', () => {
  it.each(['ctrl', 'alt029', 'alt0029', 'raw', 'F8'] as const)('the separator sent as %s arrives', (gs) => {
    for (const board of ['us', 'de'] as const)
      expect(play(typed(GOODS, { gs, scanner: board, host: board })).scans, board).toEqual([GOODS]);
  });

  it('a scanner that types every character as Alt and its number', () => {
    const events = Array.from('A-01')
      .flatMap((char) =>
        typed(GS, { gs: 'alt0029', end: null }).map((event) => ({ event, digits: `0${char.charCodeAt(0)}`.padStart(4, '0') })),
      )
      .map(({ event, digits }, i) => ({ ...event, digits, at: 1000 + i * 5 }));
    const spelled = events.map((event, i) => {
      const place = (i % 6) - 1;
      const digit = event.digits[place] ?? '';
      return place >= 0 && place < 4 ? { ...event, key: digit, code: `Numpad${digit}` } : event;
    });
    const end = key('Enter', { code: 'Enter', at: 1000 + events.length * 5 });
    expect(play([...spelled, end]).scans).toEqual(['A-01']);
  });

  it('an American scanner on a German computer is put right by its physical keys', () => {
    const typing = { scanner: 'us', host: 'de' } as const;
    expect(play(typed('ZY-1/A_b=7', typing)).scans).not.toEqual(['ZY-1/A_b=7']);
    expect(play(typed('ZY-1/A_b=7', typing), { layout: 'us' }).scans).toEqual(['ZY-1/A_b=7']);
    expect(play(typed('ZY-1/A_b=7', { scanner: 'de', host: 'us' }), { layout: 'de' }).scans).toEqual(['ZY-1/A_b=7']);
  });

  it('Caps Lock does not matter where physical keys are read', () =>
    expect(play(typed('Ab-Cd-12', { caps: true }), { layout: 'us' }).scans).toEqual(['Ab-Cd-12']));

  it('AltGr makes brackets on a German board', () =>
    expect(play(typed(']C1400PO{7}', { scanner: 'de', host: 'de' })).scans).toEqual([']C1400PO{7}']));

  it('a dead key gives its sign, not an accent on the next letter', () => {
    const [a, e] = [key('Dead', { code: 'Equal', at: 1005 }), key('á', { code: 'KeyA', at: 1010 })];
    const events = [key('7', { code: 'Digit7', at: 1000 }), a, e, ...typed('89', {}, 1015)];
    expect(play(events).scans).toEqual(['7´a89']);
  });

  it('behind an input method the physical keys are read', () => {
    const hidden = typed('AB-1234').map((event) =>
      event.key === 'Enter' ? event : { ...event, key: event.key === 'Shift' ? 'Shift' : 'Process' },
    );
    expect(play(hidden).scans).toEqual(['AB-1234']);
  });

  it.each([
    ['us', 'us', 'host'],
    ['us', 'de', 'us'],
    ['de', 'us', 'de'],
    ['de', 'de', 'host'],
  ] as const)('the calibration label finds that a %s scanner on a %s computer needs %s', (scanner, host, layout) => {
    expect(calibrate(strokes(typed(CALIBRATION, { scanner, host, end: null })))).toBe(layout);
  });

  it('a layout is offered when a code has characters that no label carries', () => {
    const typing = { scanner: 'us', host: 'de', end: null } as const;
    expect(betterLayout(strokes(typed('A-01-3', typing)), 'host')).toBe('us');
    expect(betterLayout(strokes(typed('A0103', typing)), 'host')).toBeNull();
    expect(calibrate(strokes(typed('A0103', typing)))).toBeNull();
  });

  it.each(COMMANDS)('the command barcode %s arrives unchanged between any two countries', (command) => {
    for (const scanner of ['us', 'de'] as const)
      for (const host of ['us', 'de'] as const)
        expect(play(typed(commandCode(command), { scanner, host })).scans).toEqual([commandCode(command)]);
  });
});

describe('how a scanner is set up', () => {
  it('a prefix makes even a short and slow code certain', () => {
    const events = [key('F9', { code: 'F9', at: 940 }), ...typed('A1', { every: 60 })];
    expect(play(events, { prefix: 'F9' })).toMatchObject({ scans: ['A1'], seen: ['Shift'] });
  });

  it('a suffix ends a code like Enter', () => expect(play(typed('A-01-3', { end: 'F10' }), { suffix: 'F10' }).scans).toEqual(['A-01-3']));

  it('silence ends a code where no key does', () => {
    const first = typed('A-01-3', { end: null });
    const second = typed('B-02-4', { end: null }, 2000);
    expect(play([...first, ...second], { silent: true }).scans).toEqual(['A-01-3', 'B-02-4']);
    expect(play(first).scans).toEqual([]);
  });
});

describe('the camera sees one code many times', () => {
  it('and counts it once while it is in view, and again for the next box', () => {
    const judge = createRecentReads();
    const look = (at: number) => judge({ code: '4006381333931', format: 'ean_13' }, at);
    expect([0, 100, 200, 1900, 3300, 4700, 6300].map(look)).toEqual([
      '4006381333931',
      null,
      null,
      '4006381333931',
      null,
      null,
      '4006381333931',
    ]);
  });

  it('another code in between is taken at once', () => {
    const judge = createRecentReads();
    expect(judge({ code: 'A', format: 'qr_code' }, 0)).toBe('A');
    expect(judge({ code: 'B', format: 'qr_code' }, 100)).toBe('B');
    expect(judge(null, 200)).toBeNull();
  });

  it('believes a symbol without check digit at the second equal look', () => {
    const judge = createRecentReads();
    expect([0, 100].map((at) => judge({ code: '123456', format: 'itf' }, at))).toEqual([null, '123456']);
    expect(judge({ code: '123457', format: 'itf' }, 200)).toBeNull();
  });
});
