/** Text fields, as far as a scan concerns them: what it must not spoil, and how to mend it. */
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

/** Fields that want the scan as text say so. */
export const wantsScans = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-scan="accept"]') !== null;

/** Sets the value so that React hears of it: it listens to the prototype's setter. */
function write(field: Field, value: string): void {
  const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Remembers a field before the first key of a burst; the answer puts it back. */
export function snapshot(target: EventTarget | null): () => void {
  if (!isField(target)) return () => undefined;
  const { value } = target;
  return () => {
    if (target.value !== value) write(target, value);
  };
}

/** Types what was held back, where the caret stands. Numbers and dates have no caret: there it goes to the end. */
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
