/** A part of a template: a value, or a word. */
const PART = /\{=?[\w.]+(?:\|[\w:.]+)?\}/g;

/** Puts a part in place of what is marked. @returns the text and where the cursor then stands */
export function inserted(text: string, [from, to]: readonly [number, number], part: string): [string, number] {
  return [text.slice(0, from) + part + text.slice(to), from + part.length];
}

/** The value that the cursor stands in or right behind; the last one when it stands in none. */
export function valueAt(text: string, cursor: number): { from: number; to: number; path: string; format: string } | null {
  const parts = [...text.matchAll(PART)].filter(([part]) => !part.startsWith('{='));
  const found = parts.find((part) => part.index <= cursor && cursor <= part.index + part[0].length) ?? parts.at(-1);
  if (!found) return null;
  const [path = '', format = ''] = found[0].slice(1, -1).split('|');
  return { from: found.index, to: found.index + found[0].length, path, format };
}

/** The value at the cursor in another format; `''` as it stands in the data. */
export function formatted(text: string, cursor: number, format: string): string {
  const value = valueAt(text, cursor);
  return value ? `${text.slice(0, value.from)}{${value.path}${format && `|${format}`}}${text.slice(value.to)}` : text;
}
