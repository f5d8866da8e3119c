import { isShown, shownElement } from './use-step.ts';

const MARK = 'data-tour';
const LOOK_EVERY = 200;
/** Milliseconds after which an element that does not appear is no longer waited for. */
const WAIT = 10_000;

/** Elements that the panel must not cover. */
const PRIMARY = '.ant-btn-primary, .s-bar .s-main, .ant-drawer-content-wrapper';

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Whether the panel covers the outlined element, a primary action, or a record beside its list. */
export function coversWork(panel: HTMLElement): boolean {
  const own = panel.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>(`${PRIMARY}, [${MARK}]`)]
    .filter((element) => !panel.contains(element) && element.getClientRects().length > 0)
    .some((element) => overlaps(own, element.getBoundingClientRect()));
}

function clearOutline(): void {
  for (const element of document.querySelectorAll(`[${MARK}]`)) element.removeAttribute(MARK);
}

/** Outlines an element as soon as it is shown, scrolls to it, and gives it the focus where it takes one. Returns a function that stops. */
export function outline(selector: string): () => void {
  clearOutline();
  const until = Date.now() + WAIT;
  const timer = setInterval(look, LOOK_EVERY);
  let outlined: HTMLElement | null = null;
  function look(): void {
    if (Date.now() > until) clearInterval(timer);
    // The former screen stays until the next one is loaded, and may have such an element too.
    if (outlined && isShown(outlined)) return;
    const element = shownElement(selector);
    if (!element) return;
    clearOutline();
    outlined = element;
    element.setAttribute(MARK, '');
    element.scrollIntoView({ block: 'center' });
    // A station takes its scans wherever the focus is, and needs none on a button.
    if (!element.closest('.s-desk')) element.focus({ preventScroll: true });
  }
  look();
  return () => {
    clearInterval(timer);
    clearOutline();
  };
}
