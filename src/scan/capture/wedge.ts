import { GS } from '#contract/core/barcode/gs1';
import { charOf, decode, type Layout, type Stroke } from './layouts.ts';

/** One press or release, as the browser tells it. `at` in milliseconds of the page's clock. */
export type Key = {
  at: number;
  key: string;
  code: string;
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
  altGr: boolean;
  repeat: boolean;
  /** An input method is at work: somebody types. */
  composing: boolean;
  /** The focus stands where people type. */
  editable: boolean;
};

export type WedgeSettings = {
  /** Scanners type faster than this, people slower: the median of the pauses, in milliseconds. */
  gap: number;
  /** A pause this long ends any burst. */
  maxGap: number;
  minLength: number;
  /** Keys a scanner is set up to send before and after each code, by name (`F9`, `~`); with the prefix a code is certain from its first key. */
  prefix: string;
  suffix: string;
  /** The scanner sends no Enter and no Tab: silence ends the code. */
  silent: boolean;
  layout: Layout;
  /** A key that stands for the separator, beside the usual ones. */
  gs: string;
};

export const WEDGE: WedgeSettings = { gap: 35, maxGap: 80, minLength: 4, prefix: '', suffix: '', silent: false, layout: 'host', gs: 'F8' };
/** Without Enter the length alone must tell. */
const SILENT_LENGTH = 6;
/** In a text field keys go through until this many came at a scanner's pace; elsewhere one is enough. */
const LET_THROUGH = { editable: 3, free: 1 };

export type Scan = { code: string; strokes: readonly Stroke[] };

/** A burst of keys that may become a code. */
export type Wedge = {
  strokes: readonly Stroke[];
  /** Keys that were kept from the page; they are given back if a person typed them. */
  held: readonly Stroke[];
  /** When each key of the burst came, modifiers too. */
  times: readonly number[];
  certain: boolean;
  /** Digits typed while Alt is down. */
  alt: string | null;
  altRight: boolean;
  /** When the last code ended. */
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

/** `hold`: keep this key from the page. `giveBack`: text that was held and is a person's. */
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

/** Ends a burst that is no code: what was held goes back to whoever typed it. */
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

/** Ends a burst whose last key was struck more than the longest pause before `at`. Only the time stamp of another key proves that. */
export function expire(wedge: Wedge, at: number, settings: WedgeSettings): Result {
  if (wedge.times.length === 0 || at - last(wedge) <= settings.maxGap) return pass(wedge);
  if (settings.silent && isCode(wedge, Math.max(SILENT_LENGTH, settings.minLength), settings)) return scanned(wedge, last(wedge), settings);
  return dropped(wedge);
}

/**
 * Call when the page has handled no key for a while. A timer proves no pause: the next keys may be struck already and wait for a busy page.
 * So the text that was kept from a field is given back, and the burst stays open; the time stamp of the next key decides whether it goes on.
 */
export const giveBackHeld = (wedge: Wedge): Result => ({ ...dropped(wedge), wedge: { ...wedge, held: [] } });

/** Enter, Tab, the configured key, or the control keys that some scanners send for line feed and return (Ctrl+J opens the downloads otherwise). */
const isEnd = (key: Key, { suffix }: WedgeSettings): boolean =>
  (suffix !== '' && key.key === suffix) ||
  (key.ctrl ? !key.alt && (key.code === 'KeyJ' || key.code === 'KeyM') : !key.alt && (key.key === 'Enter' || key.key === 'Tab'));

/** The separator: as itself, as Ctrl and the key right of Ü or P (whose face depends on the layout), or as a key the scanner was set up to send. */
const isSeparator = (key: Key, { gs }: WedgeSettings): boolean =>
  key.key === GS || (gs !== '' && key.key === gs) || (key.ctrl && !key.alt && (key.code === 'BracketRight' || key.key === ']'));

/** Closes a character typed as Alt and its number. */
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
  // The pace slackened: what was held goes first, so that a person's letters keep their order.
  return { wedge: { ...next, held: [] }, hold: false, scan: null, giveBack: decode(next.held, 'host') };
}

function running(wedge: Wedge, key: Key, settings: WedgeSettings): Result {
  const altGr = key.altGr || wedge.altRight || (key.ctrl && key.alt);
  const stroke: Stroke = { key: key.key, code: key.code, shift: key.shift, altGr, made: null };
  if (isEnd(key, settings)) {
    const whole = resolveAlt(wedge);
    if (isCode(whole, settings.minLength, settings)) return scanned(whole, key.at, settings);
    // The second half of return and line feed.
    if (whole.strokes.length === 0 && key.at - whole.ended <= settings.maxGap) return pass({ ...whole, ended: key.at, times: [] }, true);
    return dropped(whole);
  }
  if (settings.prefix !== '' && key.key === settings.prefix && wedge.strokes.length === 0) {
    return pass({ ...wedge, certain: true, held: [...wedge.held, stroke], times: [key.at] }, true);
  }
  if (isSeparator(key, settings)) {
    const begun = wedge.strokes.length > 0 || wedge.certain;
    const next = { ...wedge, strokes: [...wedge.strokes, { ...stroke, made: GS }] };
    // On its own it is somebody's shortcut.
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
 * A key went down. Repeats of a key that somebody holds, and what an input method composes, are a person's and belong to no code.
 * The result of a former burst that this key ends may come along (`scan`, `giveBack`).
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

/** A key went up; only Alt says anything by that. */
export function release(wedge: Wedge, key: Pick<Key, 'key' | 'code'>): Wedge {
  const free = key.code === 'AltRight' ? { ...wedge, altRight: false } : wedge;
  return key.key === 'Alt' ? resolveAlt(free) : free;
}
