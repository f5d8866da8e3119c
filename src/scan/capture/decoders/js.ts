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

/** Picture width in pixels, small enough for ten pictures a second on a handheld. */
const WIDTH = 960;

/** Luminance from RGB with perceptual weights, in integer arithmetic. */
export function greyOf(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(rgba.length / 4);
  for (let i = 0; i < grey.length; i += 1) {
    grey[i] = ((rgba[i * 4] ?? 0) * 77 + (rgba[i * 4 + 1] ?? 0) * 151 + (rgba[i * 4 + 2] ?? 0) * 28) >> 8;
  }
  return grey;
}

/** The reader in JavaScript. It is the last choice, because it finds only a third of the codes that the others find. */
export function jsReader(): (picture: Picture) => RecentRead | null {
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<number, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, FORMATS.map((format) => BarcodeFormat[format.toUpperCase() as keyof typeof BarcodeFormat])],
      [DecodeHintType.TRY_HARDER, true],
      // Keeps the separators of GS1-128 and prefixes the code with ]C1.
      [DecodeHintType.ASSUME_GS1, true],
    ]),
  );
  return ({ data, width, height }) => {
    try {
      const source = new RGBLuminanceSource(greyOf(data), width, height);
      const found = reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source)));
      return { code: found.getText(), format: BarcodeFormat[found.getBarcodeFormat()].toLowerCase() };
    } catch (error) {
      // The library throws if a picture has no code or only part of one.
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
