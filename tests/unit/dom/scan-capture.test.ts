import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALIBRATION } from '#contract/core/barcode/kontor-codes';
import { deliver } from '../../../src/providers/live.ts';
import { readWedge, writeWedge } from '../../../src/scan/capture/settings.ts';
import { type Captured, rfidCodes, useCapture } from '../../../src/scan/capture/use-capture.ts';
import { WEDGE } from '../../../src/scan/capture/wedge.ts';
import { type Event as Typed, typed } from '../../support/scanner.ts';

let got: Captured[] = [];
const codes = (): string[] => got.map(({ code }) => code);

/** What a browser does with keys: capture handlers first, then the character goes into the field unless it was refused. */
function pressAll(events: readonly Typed[], target: HTMLElement = document.body): void {
  for (const { at, key, code, shift, ctrl, alt, up } of events) {
    const init = { key, code, shiftKey: shift, ctrlKey: ctrl, altKey: alt, bubbles: true, cancelable: true };
    const event = new KeyboardEvent(up ? 'keyup' : 'keydown', init);
    Object.defineProperty(event, 'timeStamp', { value: at });
    const goesOn = target.dispatchEvent(event);
    if (goesOn && !up && key.length === 1 && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
      target.value += key;
  }
}
function field<T extends 'input' | 'textarea'>(tag: T): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  document.body.append(made);
  return made;
}
const station = (id = 'one') => renderHook(() => useCapture(id, (captured) => got.push(captured)));

beforeEach(() => {
  got = [];
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a station that is open', () => {
  it('hears the scanner wherever the focus is, and presses no button by it', () => {
    const button = document.createElement('button');
    const pressed = vi.fn();
    button.addEventListener('keydown', (event) => event.key === 'Enter' && pressed());
    document.body.append(button);
    station();
    act(() => pressAll(typed('4006381333931'), button));
    act(() => pressAll(typed('A-01-3', {}, 9000), document.body));
    expect(codes()).toEqual(['4006381333931', 'A-01-3']);
    expect(pressed).not.toHaveBeenCalled();
  });

  it('hears nothing once it is closed', () => {
    const { unmount } = station();
    unmount();
    pressAll(typed('4006381333931'));
    expect(codes()).toEqual([]);
  });

  it.each(['input', 'textarea'] as const)('a scan leaves nothing behind in a focused %s, and its form hears of that', (tag) => {
    const made = field(tag);
    made.value = 'note: ';
    const heard: string[] = [];
    made.addEventListener('input', () => heard.push(made.value));
    station();
    act(() => pressAll(typed('4006381333931', { editable: true }), made));
    expect(codes()).toEqual(['4006381333931']);
    expect(made.value).toBe('note: ');
    expect(heard.at(-1)).toBe('note: ');
  });

  it('what a person types is all in the field, however fast', () => {
    const input = field('input');
    station();
    act(() => pressAll(typed('Oak', { every: 120, editable: true, end: null }), input));
    act(() => pressAll(typed('table', { every: 8, editable: true, end: null }, 5000), input));
    act(() => void vi.advanceTimersByTime(200));
    expect(input.value).toBe('Oaktable');
    expect(codes()).toEqual([]);
  });

  it('fields that want scans as text get them', () => {
    const input = field('input');
    input.dataset.scan = 'accept';
    station();
    act(() => pressAll(typed('4006381333931'), input));
    expect(input.value).toBe('4006381333931');
    expect(codes()).toEqual([]);
  });

  it('takes codes by hand, by camera and by radio as well', () => {
    const { result } = station();
    act(() => {
      result.current.enter(' A-01-3 ', 'typed');
      result.current.enter('', 'typed');
      result.current.enter('4006381333931', 'camera');
      deliver('rfid', { epc: 'E2001', reader: 'gate 1' }, 501);
      deliver('rfid', { tags: ['T1', 'T2'] }, 502);
    });
    expect(got.map(({ code, source }) => `${source} ${code}`)).toEqual([
      'typed A-01-3',
      'camera 4006381333931',
      'rfid E2001',
      'rfid T1',
      'rfid T2',
    ]);
    expect(rfidCodes({ anything: 1 })).toEqual([]);
  });

  it('says when the page has no focus and so hears no scanner', () => {
    const { result } = station();
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('blur')));
    expect(result.current.armed).toBe(false);
    focus.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(result.current.armed).toBe(true);
    focus.mockRestore();
  });
});

describe('a page that is busy runs handlers and timers late, and no code is lost or cut', () => {
  const CODE = '4006381333931';
  const late = (): void => act(() => void vi.advanceTimersByTime(2_000));
  /** A timer that was due runs so many milliseconds late, before the keys that were struck meanwhile. */
  function busy(ms: number): void {
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + ms);
    act(() => void vi.advanceTimersToNextTimer());
    clock.mockRestore();
  }

  it.each([1, 2, 3, 4, 7, 12, 13])('a code whose keys after the %i. are handled two seconds later is one code', (first) => {
    const keys = typed(CODE, { every: 4 });
    station();
    act(() => pressAll(keys.slice(0, first)));
    late();
    act(() => pressAll(keys.slice(first)));
    expect(codes()).toEqual([CODE]);
  });

  it('codes 20 ms apart are told apart though a pause of the page falls into each', () => {
    const all = ['A-01-3', CODE, 'PL-1007'].flatMap((code, i) => typed(code, { every: 2 }, 1000 + i * 60));
    station();
    for (let i = 0; i < all.length; i += 5) {
      act(() => pressAll(all.slice(i, i + 5)));
      late();
    }
    expect(codes()).toEqual(['A-01-3', CODE, 'PL-1007']);
  });

  it('what a person typed before and after stays in the field, the code does not', () => {
    const input = field('input');
    const before = typed('Oak', { every: 120, editable: true, end: null });
    const scan = typed(CODE, { every: 3, editable: true }, 1_500);
    const after = typed('wood', { every: 140, editable: true, end: null }, 1_800);
    station();
    act(() => pressAll([...before, ...scan.slice(0, 6)], input));
    late();
    act(() => pressAll([...scan.slice(6), ...after], input));
    late();
    expect(codes()).toEqual([CODE]);
    expect(input.value).toBe('Oakwood');
  });

  it('handlers that run at once do not make a code of what a person typed slowly', () => {
    const input = field('input');
    station();
    act(() => pressAll(typed('4006381', { every: 110, editable: true }), input));
    expect(codes()).toEqual([]);
    expect(input.value).toBe('4006381');
  });

  it('where silence ends a code, a timer that runs late does not cut it', () => {
    writeWedge('one', { ...WEDGE, silent: true });
    const keys = typed(CODE, { every: 4, end: null });
    station();
    act(() => pressAll(keys.slice(0, 7)));
    busy(400);
    busy(300);
    act(() => pressAll(keys.slice(7)));
    expect(codes()).toEqual([]);
    late();
    expect(codes()).toEqual([CODE]);
  });
});

describe('a scanner of another country', () => {
  const foreign = { scanner: 'us', host: 'de' } as const;

  it('is noticed, and put right for this station by one scan of the calibration label', () => {
    const { result } = station();
    act(() => pressAll(typed('A-01-3', foreign)));
    expect(result.current.hint).toBe('us');
    act(() => pressAll(typed(CALIBRATION, foreign, 5000)));
    expect(result.current).toMatchObject({ calibrated: 'us', hint: null });
    act(() => pressAll(typed('A-01-3', foreign, 9000)));
    expect(codes().at(-1)).toBe('A-01-3');
    expect(codes()).toHaveLength(2);
    expect(readWedge('one').layout).toBe('us');
    expect(readWedge('two')).toEqual(WEDGE);
  });

  it('spoilt settings are the standard ones', () => {
    writeWedge('one', { ...WEDGE, gap: 20 });
    expect(readWedge('one').gap).toBe(20);
    localStorage.setItem('kontor-wedge-one', '{"gap":"fast"}');
    expect(readWedge('one')).toEqual(WEDGE);
  });
});
