/** UTF-8 without the platform's encoder, because this code runs in workers and in Node and is compiled without the types of either. */
export function utf8Of(text: string): number[] {
  return Array.from(text).flatMap((c) => {
    const code = c.codePointAt(0) ?? 0;
    if (code < 0x80) return [code];
    if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
    if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
    return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  });
}
