import { BarcodeFormat, QRCodeWriter } from '@zxing/library';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cameraFault, startCamera } from '../../../src/scan/capture/camera.ts';
import { findDecoder } from '../../../src/scan/capture/decoders/find.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

  describe('reads with the first decoder that works', () => {
    const video = { videoWidth: 200, videoHeight: 200 } as HTMLVideoElement;
    class Detector {
      static getSupportedFormats = async () => ['code_128', 'ean_13', 'ean_8', 'upc_e', 'code_39', 'itf', 'data_matrix', 'qr_code'];
      detect = async () => [{ rawValue: 'BY-BROWSER', format: 'qr_code' }];
    }
    /** A worker that says so of its start and of each picture; `silent` says nothing. */
    const workerThat = (start: object | 'silent', ...answers: (object | 'silent')[]) =>
      class extends EventTarget {
        terminate = vi.fn();
        constructor() {
          super();
          this.say(start);
        }
        postMessage = () => this.say(answers.shift() ?? 'silent');
        say(data: object | 'silent') {
          if (data !== 'silent') queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
        }
      };
    const found = { found: { code: 'BY-WASM', format: 'qr_code' } };
    const given = async <T>(promise: Promise<T>): Promise<T> => {
      await vi.advanceTimersByTimeAsync(4_000);
      return promise;
    };
    beforeEach(() => {
      vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
      vi.stubGlobal('BarcodeDetector', Detector);
    });

    it('WebAssembly before the reader of the browser', async () => {
      vi.stubGlobal('Worker', workerThat({ ready: true }, found));
      const decoder = await findDecoder();
      expect(decoder.name()).toBe('wasm');
      expect(await decoder.read(video)).toEqual(found.found);
    });

    it.each([
      ['is blocked or fails its self-test', { ready: false }],
      ['has not started within three seconds', 'silent' as const],
    ])('the reader of the browser where WebAssembly %s', async (_, start) => {
      vi.stubGlobal('Worker', workerThat(start));
      const decoder = await given(findDecoder());
      expect(decoder.name()).toBe('native');
      expect(await decoder.read(video)).toEqual({ code: 'BY-BROWSER', format: 'qr_code' });
    });

    it('the next one when a worker that had started answers no more', async () => {
      vi.stubGlobal('Worker', workerThat({ ready: true }, found, 'silent'));
      const decoder = await findDecoder();
      await decoder.read(video);
      expect(await given(decoder.read(video))).toBeNull();
      expect(decoder.name()).toBe('native');
      expect(await decoder.read(video)).toEqual({ code: 'BY-BROWSER', format: 'qr_code' });
    });

    it('the one in JavaScript where there is nothing else', async () => {
      vi.stubGlobal('Worker', undefined);
      vi.stubGlobal('BarcodeDetector', undefined);
      const bits = new QRCodeWriter().encode('KONTOR9DONE', BarcodeFormat.QR_CODE, 200, 200, new Map());
      const data = new Uint8ClampedArray(200 * 200 * 4);
      for (let i = 0; i < 200 * 200; i += 1) data.fill(bits.get(i % 200, Math.floor(i / 200)) ? 0 : 255, i * 4, i * 4 + 4);
      const context = { drawImage: () => undefined, getImageData: () => ({ data, width: 200, height: 200 }) };
      const make = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
      const decoder = await findDecoder();
      expect(decoder.name()).toBe('js');
      expect(await decoder.read(video)).toEqual({ code: 'KONTOR9DONE', format: 'qr_code' });
      expect(await decoder.read({ videoWidth: 0 } as HTMLVideoElement)).toBeNull();
      make.mockRestore();
    });
  });
});
