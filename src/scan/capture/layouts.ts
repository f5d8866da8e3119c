import { GS } from '#contract/core/barcode/gs1';
import { CALIBRATION, readCode } from '#contract/core/barcode/kontor-codes';

/**
 * The scanner's keyboard layout. `host` uses the computer's layout; `us` and `de` interpret the physical keys as a scanner set to that
 * country sends them.
 */
export const LAYOUTS = ['host', 'us', 'de'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** One key of a burst. `made` is a character that no single key produces: a separator, or a character typed as Alt and its number. */
export type Stroke = { key: string; code: string; shift: boolean; altGr: boolean; made: string | null };

const letters = Object.fromEntries(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (c) => [`Key${c}`, c.toLowerCase() + c]));
const numpad = {
  ...Object.fromEntries(Array.from('0123456789', (c) => [`Numpad${c}`, c + c])),
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
};

/** The characters of each physical key: plain, with Shift, with AltGr. */
const KEYS: Record<Exclude<Layout, 'host'>, Record<string, string>> = {
  us: {
    ...letters,
    ...numpad,
    Digit1: '1!',
    Digit2: '2@',
    Digit3: '3#',
    Digit4: '4$',
    Digit5: '5%',
    Digit6: '6^',
    Digit7: '7&',
    Digit8: '8*',
    Digit9: '9(',
    Digit0: '0)',
    Minus: '-_',
    Equal: '=+',
    BracketLeft: '[{',
    BracketRight: ']}',
    Backslash: '\\|',
    IntlBackslash: '\\|',
    Semicolon: ';:',
    Quote: '\'"',
    Backquote: '`~',
    Comma: ',<',
    Period: '.>',
    Slash: '/?',
    Space: '  ',
  },
  de: {
    ...letters,
    ...numpad,
    KeyY: 'zZ',
    KeyZ: 'yY',
    KeyQ: 'qQ@',
    KeyE: 'eE€',
    KeyM: 'mMµ',
    Digit1: '1!',
    Digit2: '2"²',
    Digit3: '3§³',
    Digit4: '4$',
    Digit5: '5%',
    Digit6: '6&',
    Digit7: '7/{',
    Digit8: '8([',
    Digit9: '9)]',
    Digit0: '0=}',
    Minus: 'ß?\\',
    Equal: '´`',
    BracketLeft: 'üÜ',
    BracketRight: '+*~',
    Backslash: "#'",
    IntlBackslash: '<>|',
    Semicolon: 'öÖ',
    Quote: 'äÄ',
    Backquote: '^°',
    Comma: ',;',
    Period: '.:',
    Slash: '-_',
    Space: '  ',
  },
};

const physical = (stroke: Stroke, layout: Exclude<Layout, 'host'>): string =>
  Array.from(KEYS[layout][stroke.code] ?? '')[stroke.altGr ? 2 : stroke.shift ? 1 : 0] ?? '';

/**
 * The character that the host's layout gives for a key. A dead key (´ on a German keyboard) gives its own character, because codes have
 * no accents. With an input method active, the key is hidden. The physical key is then read as US layout, the factory setting of
 * scanners.
 */
function hosted(stroke: Stroke, before: Stroke | undefined): string {
  if (stroke.key === 'Dead') return physical(stroke, 'de');
  if (stroke.key === 'Process' || stroke.key === 'Unidentified') return physical(stroke, 'us');
  if (stroke.key.length !== 1) return '';
  // The dead key before already gave its accent. This key repeats it combined with its letter, so only the letter is kept.
  return before?.key === 'Dead' ? (stroke.key.normalize('NFD')[0] ?? '') : stroke.key;
}

/** The character of one key. Empty for keys that have none. */
export function charOf(stroke: Stroke, layout: Layout, before?: Stroke): string {
  if (stroke.made !== null) return stroke.made;
  return layout === 'host' ? hosted(stroke, before) : physical(stroke, layout) || hosted(stroke, before);
}

export const decode = (strokes: readonly Stroke[], layout: Layout): string =>
  strokes.map((stroke, i) => charOf(stroke, layout, strokes[i - 1])).join('');

/** The layout under which the strokes spell the calibration code. Null for any other code. */
export const calibrate = (strokes: readonly Stroke[]): Layout | null =>
  LAYOUTS.find((layout) => readCode(decode(strokes, layout)).raw === CALIBRATION) ?? null;

/**
 * A layout to suggest: the code has characters that no label carries (ß, ö, §, ´ …), and has none of them when read in that layout.
 * Swapped Y and Z alone cannot be detected. The calibration label covers that case.
 */
export function betterLayout(strokes: readonly Stroke[], now: Layout): Layout | null {
  const plain = (layout: Layout): boolean => Array.from(decode(strokes, layout)).every((c) => c === GS || (c >= ' ' && c <= '~'));
  return plain(now) ? null : (LAYOUTS.find((layout) => plain(layout)) ?? null);
}
