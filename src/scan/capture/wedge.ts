import { GS } from '#contract/core/barcode/gs1';
import { charOf, decode, type Layout, type Stroke } from './layouts.ts';

/** One key press or release as reported by the browser. `at` is in milliseconds of the page's clock. */
export type Key = {
  at: number;
  key: string;
  code: string;
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
  altGr: boolean;
  repeat: boolean;
  /** An input method is active, so a person is typing. */
  composing: boolean;
  /** The focus is in a text field. */
  editable: boolean;
};

export type WedgeSettings = {
  /** Median pause between keys in milliseconds. Scanners type faster than this, people slower. */
  gap: number;
  /** A longer pause ends the burst. Milliseconds. */
  maxGap: number;
  minLength: number;
  /** Keys that the scanner sends before and after each code, by name (`F9`, `~`). With a prefix, a code is recognised at its first key. */
  prefix: string;
  suffix: string;
  /** The scanner sends no Enter or Tab. A pause ends the code. */
  silent: boolean;
  layout: Layout;
  /** An additional key that stands for the GS1 separator. */
  gs: string;
};

export const WEDGE: WedgeSettings = { gap: 35, maxGap: 80, minLength: 4, prefix: '', suffix: '', silent: false, layout: 'host', gs: 'F8' };
/** Minimum length of a code that is not ended by Enter. */
const SILENT_LENGTH = 6;
/** Number of keys at a scanner's pace that pass before the rest is withheld: in a text field and elsewhere. */
const LET_THROUGH = { editable: 3, free: 1 };

export type Scan = { code: string; strokes: readonly Stroke[] };

/** A burst of keys that may become a code. */
export type Wedge = {
  strokes: readonly Stroke[];
  /** Keys that were withheld from the page. They are inserted afterwards if a person typed them. */
  held: readonly Stroke[];
  /** The time of each key of the burst, including modifiers. */
  times: readonly number[];
  certain: boolean;
  /** Digits typed while Alt is pressed. */
  alt: string | null;
  altRight: boolean;
  /** The time at which the last code ended. */
  ended: number;
};

export const IDLE: Wedge = {
  strokes: [],
  held: [],
  times: [],
  certain: false,
  alt: null,
  altRight: false,
  ended: Number.NEGATIVE_INFINITY,
};

/** `hold`: withhold this key from the page. `giveBack`: withheld text that a person typed and that must be inserted. */
export type Result = { wedge: Wedge; hold: boolean; scan: Scan | null; giveBack: string };

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);
const last = (wedge: Wedge): number => wedge.times.at(-1) ?? Number.NEGATIVE_INFINITY;
const pass = (wedge: Wedge, hold = false): Result => ({ wedge, hold, scan: null, giveBack: '' });

function median(times: readonly number[]): number {
  const gaps = times
    .slice(1)
    .map((at, i) => at - (times[i] ?? at))
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
}

const isCode = (wedge: Wedge, length: number, settings: WedgeSettings): boolean =>
  wedge.certain ? wedge.strokes.length > 0 : wedge.strokes.length >= length && median(wedge.times) <= settings.gap;

/** Ends a burst that is not a code and returns the withheld text. */
const dropped = (wedge: Wedge): Result => ({
  wedge: { ...IDLE, altRight: wedge.altRight, ended: wedge.ended },
  hold: false,
  scan: null,
  giveBack: decode(wedge.held, 'host'),
});

const scanned = (wedge: Wedge, at: number, { layout }: WedgeSettings): Result => ({
  wedge: { ...IDLE, altRight: wedge.altRight, ended: at },
  hold: true,
  scan: { code: decode(wedge.strokes, layout), strokes: wedge.strokes },
  giveBack: '',
});

/** Ends a burst whose last key came more than `maxGap` before `at`. `at` must be the time stamp of a later key; a timer is no proof. */
export function expire(wedge: Wedge, at: number, settings: WedgeSettings): Result {
  if (wedge.times.length === 0 || at - last(wedge) <= settings.maxGap) return pass(wedge);
  if (settings.silent && isCode(wedge, Math.max(SILENT_LENGTH, settings.minLength), settings)) return scanned(wedge, last(wedge), settings);
  return dropped(wedge);
}

/**
 * Call this when the page has handled no key for a while. A timer does not prove a pause: the next keys may be waiting on a busy page.
 * The withheld text is returned to the field and the burst stays open. The time stamp of the next key decides whether it continues.
 */
export const giveBackHeld = (wedge: Wedge): Result => ({ ...dropped(wedge), wedge: { ...wedge, held: [] } });

/**
 * Enter, Tab, the configured key, or the control keys that some scanners send for line feed and return. Ctrl+J would otherwise open the
 * browser's downloads.
 */
const isEnd = (key: Key, { suffix }: WedgeSettings): boolean =>
  (suffix !== '' && key.key === suffix) ||
  (key.ctrl ? !key.alt && (key.code === 'KeyJ' || key.code === 'KeyM') : !key.alt && (key.key === 'Enter' || key.key === 'Tab'));

/** The separator: the GS character, Ctrl with the key right of Ü or P (its character depends on the layout), or the configured key. */
const isSeparator = (key: Key, { gs }: WedgeSettings): boolean =>
  key.key === GS || (gs !== '' && key.key === gs) || (key.ctrl && !key.alt && (key.code === 'BracketRight' || key.key === ']'));

/** Resolves a character typed as Alt and its number. */
function resolveAlt(wedge: Wedge): Wedge {
  if (wedge.alt === null || wedge.alt === '') return { ...wedge, alt: null };
  const made = String.fromCharCode(Number(wedge.alt) % 256);
  return { ...wedge, alt: null, strokes: [...wedge.strokes, { key: '', code: '', shift: false, altGr: false, made }] };
}

function add(wedge: Wedge, stroke: Stroke, key: Key, settings: WedgeSettings): Result {
  const next: Wedge = { ...wedge, strokes: [...wedge.strokes, stroke] };
  const free = key.editable ? LET_THROUGH.editable : LET_THROUGH.free;
  const hold = wedge.certain || (next.strokes.length > free && median(next.times) <= settings.gap);
  if (hold) return pass({ ...next, held: [...next.held, stroke] }, true);
  // The pace became too slow for a scanner. The withheld text is returned first, so that typed letters keep their order.
  return { wedge: { ...next, held: [] }, hold: false, scan: null, giveBack: decode(next.held, 'host') };
}

function running(wedge: Wedge, key: Key, settings: WedgeSettings): Result {
  const altGr = key.altGr || wedge.altRight || (key.ctrl && key.alt);
  const stroke: Stroke = { key: key.key, code: key.code, shift: key.shift, altGr, made: null };
  if (isEnd(key, settings)) {
    const whole = resolveAlt(wedge);
    if (isCode(whole, settings.minLength, settings)) return scanned(whole, key.at, settings);
    // The second key of a return and line feed pair. A third one is a person's.
    if (whole.strokes.length === 0 && key.at - whole.ended <= settings.maxGap)
      return pass({ ...whole, ended: Number.NEGATIVE_INFINITY, times: [] }, true);
    return dropped(whole);
  }
  if (settings.prefix !== '' && key.key === settings.prefix && wedge.strokes.length === 0) {
    return pass({ ...wedge, certain: true, held: [...wedge.held, stroke], times: [key.at] }, true);
  }
  if (isSeparator(key, settings)) {
    const begun = wedge.strokes.length > 0 || wedge.certain;
    const next = { ...wedge, strokes: [...wedge.strokes, { ...stroke, made: GS }] };
    // Without a burst it is a keyboard shortcut of a person.
    return begun || key.key === GS ? pass(next, true) : dropped(wedge);
  }
  if (key.alt && !altGr && /^Numpad\d$/.test(key.code)) {
    return pass({ ...wedge, alt: (wedge.alt ?? '') + key.code.slice(-1) }, wedge.strokes.length > 0 || wedge.certain);
  }
  if ((key.ctrl || key.alt) && !altGr) return dropped(wedge);
  const settled = wedge.alt === null ? wedge : resolveAlt(wedge);
  return charOf(stroke, settings.layout) === '' ? dropped(settled) : add(settled, stroke, key, settings);
}

/**
 * Handles a key press. Repeats of a held key and keys of an input method are a person's typing and never part of a code.
 * If the key ends a previous burst, the result carries that burst's `scan` or `giveBack`.
 */
export function press(wedge: Wedge, key: Key, settings: WedgeSettings): Result {
  if (key.repeat) return pass(wedge);
  if (key.composing) return dropped(wedge);
  const before = expire(wedge, key.at, settings);
  const current: Wedge = { ...before.wedge, times: [...before.wedge.times, key.at] };
  if (MODIFIERS.has(key.key)) {
    const alt = key.key === 'Alt' ? '' : current.alt;
    return { ...before, wedge: { ...current, alt, altRight: current.altRight || key.code === 'AltRight' }, hold: false };
  }
  const result = running(current, key, settings);
  return { ...result, scan: result.scan ?? before.scan, giveBack: before.giveBack + result.giveBack };
}

/** Handles a key release. Only the release of Alt matters. */
export function release(wedge: Wedge, key: Pick<Key, 'key' | 'code'>): Wedge {
  const free = key.code === 'AltRight' ? { ...wedge, altRight: false } : wedge;
  return key.key === 'Alt' ? resolveAlt(free) : free;
}
