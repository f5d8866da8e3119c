import type { Sighting } from './sightings.ts';

/** Reads one picture; null when there is no code in it. */
export type Decoder = (video: HTMLVideoElement) => Promise<Sighting | null>;

/** What goods, places, parcels and our own sheets carry, in the names of the Barcode Detection API. */
const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39', 'itf', 'data_matrix', 'qr_code'] as const;
/** Wide enough for a label across the picture, small enough for ten looks a second on a handheld. */
const WIDTH = 960;

type Detected = { rawValue: string; format: string };
type Detector = { detect: (source: CanvasImageSource) => Promise<Detected[]> };
type DetectorClass = (new (options: { formats: string[] }) => Detector) & { getSupportedFormats: () => Promise<string[]> };

/** The browser's own reader (Android, macOS); null where it is missing or knows too little. */
async function nativeDecoder(): Promise<Decoder | null> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Native) return null;
  const formats = FORMATS.filter((format) => format !== 'upc_a');
  const known = await Native.getSupportedFormats();
  if (!formats.every((format) => known.includes(format))) return null;
  const detector = new Native({ formats });
  return async (video) => {
    const [found] = await detector.detect(video);
    return found ? { code: found.rawValue, format: found.format } : null;
  };
}

async function loadedDecoder(): Promise<Decoder> {
  const zxing = await import('@zxing/library');
  const reader = new zxing.MultiFormatReader();
  const formats = FORMATS.map((format) => zxing.BarcodeFormat[format.toUpperCase() as keyof typeof zxing.BarcodeFormat]);
  reader.setHints(
    new Map<number, unknown>([
      [zxing.DecodeHintType.POSSIBLE_FORMATS, formats],
      [zxing.DecodeHintType.TRY_HARDER, true],
      // Keeps the separators of GS1-128, and puts ]C1 in front.
      [zxing.DecodeHintType.ASSUME_GS1, true],
    ]),
  );
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return null;
    canvas.width = Math.min(WIDTH, video.videoWidth);
    canvas.height = Math.round((video.videoHeight * canvas.width) / video.videoWidth);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return readPixels(zxing, reader, greyOf(data), width, height);
  };
}

/** Brightness by the weights of the eye, in integers. */
export function greyOf(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(rgba.length / 4);
  for (let i = 0; i < grey.length; i += 1) {
    grey[i] = ((rgba[i * 4] ?? 0) * 77 + (rgba[i * 4 + 1] ?? 0) * 151 + (rgba[i * 4 + 2] ?? 0) * 28) >> 8;
  }
  return grey;
}

type Zxing = typeof import('@zxing/library');

function readPixels(
  zxing: Zxing,
  reader: InstanceType<Zxing['MultiFormatReader']>,
  grey: Uint8ClampedArray,
  width: number,
  height: number,
): Sighting | null {
  try {
    const source = new zxing.RGBLuminanceSource(grey, width, height);
    const found = reader.decodeWithState(new zxing.BinaryBitmap(new zxing.HybridBinarizer(source)));
    return { code: found.getText(), format: zxing.BarcodeFormat[found.getBarcodeFormat()].toLowerCase() };
  } catch (error) {
    // The library says by exceptions that there is nothing to see, or only half of it.
    if (error instanceof zxing.Exception) return null;
    throw error;
  } finally {
    reader.reset();
  }
}

export const findDecoder = async (): Promise<Decoder> => (await nativeDecoder()) ?? loadedDecoder();
