import { zlibSync } from 'fflate';
import { fingerprint } from './fingerprint.ts';
import type { PdfFile } from './pdf-file.ts';
import { decodePng, type Png, readPng } from './png.ts';

/** Pictures of one document. Each picture is written once. */
export type PdfImages = {
  /** Resource name of the picture. Throws if the bytes are not a PNG. */
  nameOf(png: Uint8Array): string;
  /** Names and objects for the resource dictionary. */
  resources(): string;
};

export function createImages(file: PdfFile): PdfImages {
  const byBytes = new Map<Uint8Array, string>();
  const byPrint = new Map<string, { bytes: Uint8Array; name: string }[]>();
  const objects: string[] = [];
  return {
    nameOf(png) {
      const known = byBytes.get(png);
      if (known) return known;
      const alike = byPrint.get(fingerprint([png])) ?? [];
      byPrint.set(fingerprint([png]), alike);
      let name = alike.find(({ bytes }) => bytes.length === png.length && bytes.every((byte, at) => byte === png[at]))?.name;
      if (name === undefined) {
        name = `I${objects.length}`;
        objects.push(`/${name} ${writeImage(file, readPng(png))} 0 R`);
        alike.push({ bytes: png, name });
      }
      byBytes.set(png, name);
      return name;
    },
    resources: () => (objects.length === 0 ? '' : `/XObject<<${objects.join('')}>>`),
  };
}

const INDEXED = 3;
/** Colour space of a PNG colour type without alpha. */
const spaceOf = ({ colour, palette }: Png): string => {
  if (colour !== INDEXED) return colour === 2 ? '/DeviceRGB' : '/DeviceGray';
  const hex = Array.from(palette, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `[/Indexed/DeviceRGB ${palette.length / 3 - 1}<${hex}>]`;
};

/**
 * PDF supports PNG's row filters (predictor 15), so rows are copied unchanged. Interlacing and transparency are not supported, so such
 * pictures are decoded and encoded again.
 */
function writeImage(file: PdfFile, png: Png): number {
  const object = file.reserve();
  const { width, height, depth, colour, samples } = png;
  const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  const asIs = !png.interlaced && png.clear.length === 0 && colour <= INDEXED;
  if (asIs)
    file.stream(
      object,
      `${entries}/BitsPerComponent ${depth}/ColorSpace${spaceOf(png)}/DecodeParms<</Predictor 15/Colors ${samples}/BitsPerComponent ${depth}/Columns ${width}>>`,
      png.data,
      true,
    );
  else file.stream(object, `${entries}/BitsPerComponent 8/ColorSpace/DeviceRGB`, zlibSync(decodePng(png)), true);
  return object;
}
