/** The beginning of a file, cut behind its last whole line. */
const MOST_BYTES = 65_536;
const NEW_LINE = 0x0a;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Whole lines of the first 64 kB. In UTF-16 the end of a line has a second byte. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MOST_BYTES) return bytes;
  const end = bytes.lastIndexOf(NEW_LINE, MOST_BYTES - 2) + 1;
  return end === 0 ? bytes.slice(0, MOST_BYTES) : bytes.slice(0, bytes[end] === 0 ? end + 1 : end);
}

/** `encoding`: that of the text, where the layout's does not count because the text was pasted. */
export type Sample = { content: string; encoding: 'utf8' | null };

export const sampleOfFile = async (file: File): Promise<Sample> => ({
  content: base64Of(wholeLines(new Uint8Array(await file.slice(0, MOST_BYTES + 2).arrayBuffer()))),
  encoding: null,
});
export const sampleOfText = (text: string): Sample => ({ content: base64Of(wholeLines(new TextEncoder().encode(text))), encoding: 'utf8' });
