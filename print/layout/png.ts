import type { Box } from './element-text.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export type Png = {
  bytes: Uint8Array;
  width: number;
  height: number /** The largest centred area inside a box with the picture's proportions. */;
  fit: (box: Box) => Box;
};

/** Decodes a base64 PNG, with or without a data URL prefix; null if it is not a PNG. */
export function pngOf(base64: string): Png | null {
  const body = base64.replace(/^data:image\/png;base64,/, '');
  if (!body || !/^[A-Za-z0-9+/]+=*$/.test(body)) return null;
  const bytes = Uint8Array.from(atob(body), (char) => char.charCodeAt(0));
  if (bytes.length < 33 || SIGNATURE.some((byte, i) => bytes[i] !== byte)) return null;
  const view = new DataView(bytes.buffer);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (width === 0 || height === 0) return null;
  const fit = (box: Box): Box => {
    const scale = Math.min(box.w / width, box.h / height);
    const [w, h] = [width * scale, height * scale];
    return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
  };
  return { bytes, width, height, fit };
}
