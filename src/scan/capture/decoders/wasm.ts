import type { FromDecode, ToDecode } from './decode.ts';
import type { Decoder } from './decoder.ts';

/** Milliseconds a worker has to start or to answer before it is given up. */
const PATIENCE = 3_000;
/** Picture width in pixels, wide enough for a label across the picture. */
const WIDTH = 1_280;
/**
 * Share of the picture's height that is searched, around the middle, where people hold codes. Every third picture is searched completely.
 */
const BAND = 0.4;
const WHOLE_EACH = 3;
/** After this many pictures without a code, the reader searches harder. */
const MISSES = 5;

function answerOf(worker: Worker): Promise<FromDecode> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const fail = (): void => {
      end.abort();
      reject(new Error('the decoding worker does not answer'));
    };
    const timer = setTimeout(fail, PATIENCE);
    end.signal.addEventListener('abort', () => clearTimeout(timer));
    worker.addEventListener('error', fail, { signal: end.signal });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromDecode>) => {
        end.abort();
        resolve(data);
      },
      { signal: end.signal },
    );
  });
}

function pictureOf(video: HTMLVideoElement, isWhole: boolean): Promise<ImageBitmap> {
  const { videoWidth: width, videoHeight: height } = video;
  const part = isWhole ? height : Math.round(height * BAND);
  const top = Math.round((height - part) / 2);
  return createImageBitmap(video, 0, top, width, part, { resizeWidth: Math.min(WIDTH, width), resizeQuality: 'medium' });
}

/**
 * The WebAssembly reader, in its own worker.
 * @throws if it does not start in time or fails its self-test
 */
export async function wasmDecoder(): Promise<Decoder> {
  const worker = new Worker(new URL('./decode.ts', import.meta.url), { type: 'module', name: 'decode' });
  const close = (): void => worker.terminate();
  const started = await answerOf(worker).catch(() => null);
  if (started === null || !('ready' in started) || !started.ready) {
    close();
    throw new Error('the WebAssembly reader cannot be started');
  }
  let looks = 0;
  let misses = 0;
  const read: Decoder['read'] = async (video) => {
    if (video.videoWidth === 0) return null;
    looks += 1;
    const picture = await pictureOf(video, looks % WHOLE_EACH === 0);
    const answer = answerOf(worker);
    worker.postMessage({ picture, hard: misses >= MISSES } satisfies ToDecode, [picture]);
    const message = await answer;
    const found = 'found' in message ? message.found : null;
    misses = found ? 0 : misses + 1;
    return found;
  };
  return { name: 'wasm', read, close };
}
