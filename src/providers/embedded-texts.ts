import { EMBEDDED_TEXTS } from '#contract/core/locale';

type Texts = Partial<Record<string, Partial<Record<string, object>>>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const areTexts = (value: unknown): value is Texts =>
  isObject(value) && Object.values(value).every((files: unknown) => isObject(files) && Object.values(files).every(isObject));

let read: Texts | null = null;

/** The texts embedded in the page, which need no call. Pages of the development server have none. */
export function embeddedTexts(): Texts {
  if (read) return read;
  // A worker has no document.
  const place = typeof document === 'undefined' ? null : document.getElementById(EMBEDDED_TEXTS);
  const content: unknown = JSON.parse(place?.textContent ?? '{}');
  read = areTexts(content) ? content : {};
  return read;
}
