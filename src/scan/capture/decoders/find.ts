import type { Decoder } from './decoder.ts';
import { nativeDecoder } from './native.ts';
import { wasmDecoder } from './wasm.ts';

/**
 * Decoders, best first. WebAssembly finds the most codes. Where it is blocked, the browser's own reader is used. The last one runs
 * everywhere.
 */
const CHOICES: readonly (() => Promise<Decoder | null>)[] = [
  () => wasmDecoder().catch(() => null),
  () => nativeDecoder().catch(() => null),
  async () => (await import('./js.ts')).jsDecoder(),
];

async function startFrom(first: number): Promise<{ decoder: Decoder; index: number }> {
  for (const [index, choose] of CHOICES.entries()) {
    const decoder = index < first ? null : await choose();
    if (decoder) return { decoder, index };
  }
  throw new Error('no decoder can be started');
}

/** Finds the first decoder that works here. If it fails later, the next one takes over. */
export async function findDecoder(): Promise<Pick<Decoder, 'read' | 'close'> & { name: () => Decoder['name'] }> {
  let current = await startFrom(0);
  let closed = false;
  return {
    name: () => current.decoder.name,
    close: () => {
      closed = true;
      current.decoder.close();
    },
    read: async (video) => {
      try {
        return await current.decoder.read(video);
      } catch {
        current.decoder.close();
        if (!closed && current.index + 1 < CHOICES.length) current = await startFrom(current.index + 1);
        return null;
      }
    },
  };
}
