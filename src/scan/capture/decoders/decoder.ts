import type { RecentRead } from '../recent-reads.ts';

/** The pixels of one picture, four bytes each. */
export type Picture = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/**
 * Reads codes from a running video, one picture at a time; null when there is no code in it.
 * `read` rejects only when the decoder can work no longer: then another one takes over.
 */
export type Decoder = { name: 'wasm' | 'native' | 'js'; read: (video: HTMLVideoElement) => Promise<RecentRead | null>; close: () => void };

/** What goods, places, parcels and our own sheets carry, in the names of the Barcode Detection API. */
export const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39', 'itf', 'data_matrix', 'qr_code'] as const;
