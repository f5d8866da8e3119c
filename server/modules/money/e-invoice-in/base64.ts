/** The number of bytes that a base64 text stands for, without decoding it. */
export function base64Size(text: string): number {
  const digits = text.replaceAll(/[^A-Za-z0-9+/]/g, '').length;
  return Math.floor((digits * 3) / 4);
}
