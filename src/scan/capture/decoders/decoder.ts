import type { RecentRead } from '../recent-reads.ts';

/** The pixels of one picture, four bytes each. */
export type Picture = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/**
 * Reads codes from a running video, one picture at a time. Resolves to null if the picture has no code.
 * `read` rejects only if the decoder can no longer work. Then the next decoder takes over.
 */
export type Decoder = { name: 'wasm' | 'native' | 'js'; read: (video: HTMLVideoElement) => Promise<RecentRead | null>; close: () => void };

/** The symbologies used on goods, compartments, parcels and our own sheets, by their Barcode Detection API names. */
export const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39', 'itf', 'data_matrix', 'qr_code'] as const;
