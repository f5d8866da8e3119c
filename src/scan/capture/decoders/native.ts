import type { RecentRead } from '../recent-reads.ts';
import { type Decoder, FORMATS } from './decoder.ts';

type Detected = { rawValue: string; format: string };
type Detector = { detect: (source: CanvasImageSource | ImageData) => Promise<Detected[]> };
type DetectorClass = (new (options: { formats: string[] }) => Detector) & { getSupportedFormats: () => Promise<string[]> };

/**
 * The browser's own reader (Android, macOS). It cannot tell GS1-128 from Code 128. Null if it is missing or supports too few symbologies.
 */
export async function nativeReader(): Promise<((source: CanvasImageSource | ImageData) => Promise<RecentRead | null>) | null> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Native) return null;
  const formats = FORMATS.filter((format) => format !== 'upc_a');
  const known = await Native.getSupportedFormats();
  if (!formats.every((format) => known.includes(format))) return null;
  const detector = new Native({ formats });
  return async (source) => {
    const [found] = await detector.detect(source);
    return found ? { code: found.rawValue, format: found.format } : null;
  };
}

export async function nativeDecoder(): Promise<Decoder | null> {
  const read = await nativeReader();
  // A picture that cannot be read, for example while cameras are switched, is no reason to change the decoder.
  return read && { name: 'native', read: (video) => read(video).catch(() => null), close: () => undefined };
}
