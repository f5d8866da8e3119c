import { act, cleanup, renderHook } from '@testing-library/react';
import { BarcodeFormat, QRCodeWriter } from '@zxing/library';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALIBRATION } from '#contract/barcode/kontor-codes';
import { deliver } from '../../../src/providers/live.ts';
import { cameraFault, startCamera } from '../../../src/scan/capture/camera.ts';
import { findDecoder, greyOf } from '../../../src/scan/capture/decoders.ts';
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

describe('the camera', () => {
  it('says why it cannot be had', () => {
    const named = (name: string): Error => Object.assign(new Error(name), { name });
    expect(['NotAllowedError', 'NotFoundError', 'AbortError'].map((name) => cameraFault(named(name)))).toEqual([
      'refused',
      'none',
      'failed',
    ]);
    expect(cameraFault('?')).toBe('failed');
  });

  it('is switched off when the dialog closed before the permission came', async () => {
    const stop = vi.fn();
    const stream = { getTracks: () => [{ stop }], getVideoTracks: () => [] };
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
    const over = new AbortController();
    over.abort();
    await startCamera({ srcObject: null } as HTMLVideoElement, () => undefined, over.signal);
    expect(stop).toHaveBeenCalled();
  });

  it('prefers the reader of the browser where that knows our symbols', async () => {
    class Detector {
      static getSupportedFormats = async () => ['code_128', 'ean_13', 'ean_8', 'upc_e', 'code_39', 'itf', 'data_matrix', 'qr_code'];
      detect = async () => [{ rawValue: 'A-01-3', format: 'qr_code' }];
    }
    vi.stubGlobal('BarcodeDetector', Detector);
    expect(await (await findDecoder())({} as HTMLVideoElement)).toEqual({ code: 'A-01-3', format: 'qr_code' });
  });

  it('reads a picture by the loaded reader elsewhere', async () => {
    const bits = new QRCodeWriter().encode('KONTOR9DONE', BarcodeFormat.QR_CODE, 200, 200, new Map());
    const data = new Uint8ClampedArray(200 * 200 * 4);
    for (let i = 0; i < 200 * 200; i += 1) data.fill(bits.get(i % 200, Math.floor(i / 200)) ? 0 : 255, i * 4, i * 4 + 4);
    let picture = data;
    const context = { drawImage: () => undefined, getImageData: () => ({ data: picture, width: 200, height: 200 }) };
    const make = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    const decode = await findDecoder();
    const video = { videoWidth: 200, videoHeight: 200 } as HTMLVideoElement;
    expect(await decode(video)).toEqual({ code: 'KONTOR9DONE', format: 'qr_code' });
    picture = new Uint8ClampedArray(data.length).fill(255);
    expect(await decode(video)).toBeNull();
    expect(await decode({ videoWidth: 0 } as HTMLVideoElement)).toBeNull();
    make.mockRestore();
  });

  it('brightness is that of the eye', () =>
    expect([...greyOf(new Uint8ClampedArray([255, 255, 255, 255, 0, 255, 0, 255]))]).toEqual([255, 150]));
});
