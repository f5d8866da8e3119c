/** Helpers for text fields: a scan must not change their content, and if it did, the content is restored. */
type Field = HTMLInputElement | HTMLTextAreaElement;

const TEXTUAL = new Set([
  'text',
  'search',
  'url',
  'tel',
  'email',
  'password',
  'number',
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
  '',
]);

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXTUAL.has(target.type));

export const isEditable = (target: EventTarget | null): boolean =>
  isField(target) ? !target.readOnly && !target.disabled : target instanceof HTMLElement && target.isContentEditable;

/** Fields that accept scans as text carry `data-scan="accept"`. */
export const wantsScans = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-scan="accept"]') !== null;

/** Sets the value through the prototype's setter, so that React notices the change. */
function write(field: Field, value: string): void {
  const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Remembers a field's value before the first key of a burst. The returned function restores it. */
export function snapshot(target: EventTarget | null): () => void {
  if (!isField(target)) return () => undefined;
  const { value } = target;
  return () => {
    if (target.value !== value) write(target, value);
  };
}

/** Inserts held-back text at the caret. Number and date fields have no caret, so there it is appended. */
export function typeInto(target: EventTarget | null, text: string): void {
  if (text === '' || !isEditable(target)) return;
  if (!isField(target)) {
    document.execCommand('insertText', false, text);
    return;
  }
  const [start, end] = [target.selectionStart ?? target.value.length, target.selectionEnd ?? target.value.length];
  write(target, target.value.slice(0, start) + text + target.value.slice(end));
  if (target.selectionStart !== null) target.setSelectionRange(start + text.length, start + text.length);
}
