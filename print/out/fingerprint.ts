/**
 * 128-bit hash in hexadecimal that tells files and pictures apart: MurmurHash3-like lanes, not secure against attackers. Web Crypto would
 * be asynchronous, and MD5 is more than a file name needs.
 */
export function fingerprint(parts: Iterable<Uint8Array>): string {
  const lanes = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
  let [a = 0, b = 0, c = 0, d = 0] = lanes;
  let length = 0;
  for (const bytes of parts) {
    for (const byte of bytes) {
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul((b << 5) ^ (b >>> 27) ^ byte, 0x9e3779b1);
      c = Math.imul(c + byte, 0x85ebca6b) ^ (c >>> 15);
      d = (Math.imul(d, 31) + byte + (a >>> 16)) | 0;
    }
    length += bytes.length;
  }
  const mix = (lane: number): string => {
    let value = lane ^ length;
    value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
    value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
    return ((value ^ (value >>> 16)) >>> 0).toString(16).padStart(8, '0');
  };
  return [a, b ^ a, c ^ b, d ^ c].map(mix).join('');
}
