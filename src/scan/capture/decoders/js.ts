import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  Exception,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { RecentRead } from '../recent-reads.ts';
import { type Decoder, FORMATS, type Picture } from './decoder.ts';

/** Small enough for ten looks a second on a handheld. */
const WIDTH = 960;

/** Brightness by the weights of the eye, in integers. */
export function greyOf(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(rgba.length / 4);
  for (let i = 0; i < grey.length; i += 1) {
    grey[i] = ((rgba[i * 4] ?? 0) * 77 + (rgba[i * 4 + 1] ?? 0) * 151 + (rgba[i * 4 + 2] ?? 0) * 28) >> 8;
  }
  return grey;
}

/** The reader in JavaScript: the last choice, because it finds a third of what the others find. */
export function jsReader(): (picture: Picture) => RecentRead | null {
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<number, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, FORMATS.map((format) => BarcodeFormat[format.toUpperCase() as keyof typeof BarcodeFormat])],
      [DecodeHintType.TRY_HARDER, true],
      // Keeps the separators of GS1-128, and puts ]C1 in front.
      [DecodeHintType.ASSUME_GS1, true],
    ]),
  );
  return ({ data, width, height }) => {
    try {
      const source = new RGBLuminanceSource(greyOf(data), width, height);
      const found = reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source)));
      return { code: found.getText(), format: BarcodeFormat[found.getBarcodeFormat()].toLowerCase() };
    } catch (error) {
      // The library says by exceptions that there is nothing to see, or only half of it.
      if (error instanceof Exception) return null;
      throw error;
    } finally {
      reader.reset();
    }
  };
}

export function jsDecoder(): Decoder {
  const look = jsReader();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const read: Decoder['read'] = async (video) => {
    if (!context || video.videoWidth === 0) return null;
    canvas.width = Math.min(WIDTH, video.videoWidth);
    canvas.height = Math.round((video.videoHeight * canvas.width) / video.videoWidth);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return look({ data: new Uint8ClampedArray(data), width, height });
  };
  return { name: 'js', read, close: () => undefined };
}
