import { isEditable, snapshot, typeInto, wantsScans } from './fields.ts';
import { expire, giveBackHeld, IDLE, type Key, press, type Result, release, type Scan, type Wedge, type WedgeSettings } from './wedge.ts';

/**
 * Where silence ends a code, a timer has to decide. It waits until the page is idle, because a busy page runs timers before keys that
 * were struck earlier: so many looks in a row have to come on time.
 */
const LOOK_EVERY = 15;
const ON_TIME = 5;
const LOOKS_ON_TIME = 3;

const keyOf = (event: KeyboardEvent): Key => ({
  at: event.timeStamp,
  key: event.key,
  code: event.code,
  shift: event.shiftKey,
  ctrl: event.ctrlKey,
  alt: event.altKey,
  altGr: event.getModifierState('AltGraph'),
  repeat: event.repeat,
  composing: event.isComposing,
  editable: isEditable(event.target),
});

/**
 * Listens for a scanner on the whole document, before anything else hears the keys, so that focus does not matter.
 *
 * Elsewhere than in text fields a burst is kept from the page from its second key on, its Enter included: no button is pressed by a scan.
 * In a text field the first keys go through, because they may be a person's; once the burst proves to be a code the field gets its former value
 * back, and if it proves to be a person, the keys held meanwhile are typed after all. Stations have no free field in focus as a rule.
 * What belongs together is told by the time stamps of the keys, which the system takes when it delivers them: handlers and timers of a busy page run late.
 * Fields that want scans as text carry `data-scan="accept"` and are left alone.
 */
export function listen(settings: () => WedgeSettings, onScan: (scan: Scan) => void): () => void {
  let wedge: Wedge = IDLE;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let target: EventTarget | null = null;
  let mend: () => void = () => undefined;

  function apply({ wedge: next, scan, giveBack }: Result, field: EventTarget | null): void {
    wedge = next;
    if (scan) {
      mend();
      onScan(scan);
    }
    typeInto(field, giveBack);
  }
  function endBySilence(due: number, onTime: number): void {
    const now = performance.now();
    const inRow = now - due <= ON_TIME ? onTime + 1 : 0;
    if (inRow < LOOKS_ON_TIME) {
      timer = setTimeout(() => endBySilence(now + LOOK_EVERY, inRow), LOOK_EVERY);
      return;
    }
    apply(expire(wedge, Number.POSITIVE_INFINITY, settings()), target);
  }
  function later(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (wedge.times.length === 0) return;
    const wait = settings().maxGap + 1;
    const due = performance.now() + wait;
    timer = setTimeout(() => (settings().silent ? endBySilence(due, 0) : apply(giveBackHeld(wedge), target)), wait);
  }
  function down(event: KeyboardEvent): void {
    if (wantsScans(event.target)) return;
    const former = target;
    const result = press(wedge, keyOf(event), settings());
    const begins = result.wedge.times.length === 1 || event.target !== former;
    // What a former burst left belongs to the field it was typed in, and goes there before this one is remembered.
    apply(result, former ?? event.target);
    target = event.target;
    if (begins) mend = snapshot(event.target);
    if (result.hold) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    later();
  }
  const up = (event: KeyboardEvent): void => {
    wedge = release(wedge, event);
  };
  window.addEventListener('keydown', down, { capture: true });
  window.addEventListener('keyup', up, { capture: true });
  return () => {
    window.removeEventListener('keydown', down, { capture: true });
    window.removeEventListener('keyup', up, { capture: true });
    if (timer) clearTimeout(timer);
  };
}
