/** A placeholder in a template: a value or a word. */
const PART = /\{=?[\w.]+(?:\|[\w:.]+)?\}/g;

/** Replaces the selection by a placeholder. @returns the text and the new cursor position */
export function inserted(text: string, [from, to]: readonly [number, number], part: string): [string, number] {
  return [text.slice(0, from) + part + text.slice(to), from + part.length];
}

/** The value placeholder at or directly before the cursor, else the last one. */
export function valueAt(text: string, cursor: number): { from: number; to: number; path: string; format: string } | null {
  const parts = [...text.matchAll(PART)].filter(([part]) => !part.startsWith('{='));
  const found = parts.find((part) => part.index <= cursor && cursor <= part.index + part[0].length) ?? parts.at(-1);
  if (!found) return null;
  const [path = '', format = ''] = found[0].slice(1, -1).split('|');
  return { from: found.index, to: found.index + found[0].length, path, format };
}

/** Changes the format of the value at the cursor. `''` is unformatted. */
export function formatted(text: string, cursor: number, format: string): string {
  const value = valueAt(text, cursor);
  return value ? `${text.slice(0, value.from)}{${value.path}${format && `|${format}`}}${text.slice(value.to)}` : text;
}
