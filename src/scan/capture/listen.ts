import { isEditable, snapshot, typeInto, wantsScans } from './fields.ts';
import { expire, giveBackHeld, IDLE, type Key, press, type Result, release, type Scan, type Wedge, type WedgeSettings } from './wedge.ts';

/**
 * If silence ends a code, a timer must decide when it ended. A busy page runs timers before keys that were struck earlier. So several
 * checks in a row must run on time: interval and greatest delay in milliseconds, and number of checks.
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
 * Listens for a scanner on the whole document in the capture phase, so that the focus does not matter.
 *
 * Outside text fields, all keys of a burst from the second on are withheld from the page, including Enter, so that a scan presses no
 * button. In a text field the first keys pass, because a person may have typed them. If the burst turns out to be a code, the field gets
 * its former value back. If it turns out to be typing, the withheld keys are inserted afterwards. Stations normally have no text field in
 * focus. Bursts are recognised by the keys' time stamps, which the system sets on delivery, because handlers and timers of a busy page
 * run late. Fields that accept scans as text carry `data-scan="accept"` and are left alone.
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
    // Text left from the previous burst belongs to the field it was typed in. It is inserted there before the new field is remembered.
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
