import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { RecentRead } from '../recent-reads.ts';
import { passesSelfTest, prepareWasm, readWasm } from './wasm-reader.ts';

/**
 * The worker that looks for codes in pictures. WebAssembly is allowed by the worker's own content security policy
 * (server/core/http/web.ts), not by the page's.
 */
export type ToDecode = { picture: ImageBitmap; hard: boolean };
export type FromDecode = { ready: boolean } | { found: RecentRead | null };

type Scope = {
  postMessage: (message: FromDecode, transfer: Transferable[]) => void;
  addEventListener: (name: 'message', listener: (event: MessageEvent<ToDecode>) => void) => void;
};
const scope = globalThis as unknown as Scope;

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });

async function look({ picture, hard }: ToDecode): Promise<RecentRead | null> {
  const { width, height } = picture;
  canvas.width = width;
  canvas.height = height;
  context?.drawImage(picture, 0, 0);
  picture.close();
  const pixels = context?.getImageData(0, 0, width, height);
  return pixels ? readWasm({ data: new Uint8ClampedArray(pixels.data), width, height }, hard) : null;
}

/** Messages inside a worker need no target origin. */
const post = (message: FromDecode): void => scope.postMessage(message, []);

scope.addEventListener('message', ({ data }) => {
  look(data).then(
    (found) => post({ found }),
    () => post({ found: null }),
  );
});

prepareWasm({ url: wasmUrl })
  .then(passesSelfTest)
  .then(
    (ready) => post({ ready: ready && context !== null }),
    () => post({ ready: false }),
  );
