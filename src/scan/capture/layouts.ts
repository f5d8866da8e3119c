import { GS } from '#contract/core/barcode/gs1';
import { CALIBRATION, readCode } from '#contract/core/barcode/kontor-codes';

/** How the scanner types: `host` trusts the computer's layout, the others read the physical keys as a scanner of that country presses them. */
export const LAYOUTS = ['host', 'us', 'de'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** One key of a burst. `made` stands for what no single key says: a separator, or a character typed as Alt and its number. */
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

/** What each physical key gives: plain, with Shift, with AltGr. */
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
 * What the host's layout makes of a key. A dead key (´ on a German board) gives its own character, because a code has no accents;
 * behind an input method the key is hidden and the physical one is read as American, which is how scanners leave the factory.
 */
function hosted(stroke: Stroke, before: Stroke | undefined): string {
  if (stroke.key === 'Dead') return physical(stroke, 'de');
  if (stroke.key === 'Process' || stroke.key === 'Unidentified') return physical(stroke, 'us');
  if (stroke.key.length !== 1) return '';
  // The dead key before has already given its accent; this one brings it again, on top of its letter.
  return before?.key === 'Dead' ? (stroke.key.normalize('NFD')[0] ?? '') : stroke.key;
}

/** The character of one key, empty for keys that have none. */
export function charOf(stroke: Stroke, layout: Layout, before?: Stroke): string {
  if (stroke.made !== null) return stroke.made;
  return layout === 'host' ? hosted(stroke, before) : physical(stroke, layout) || hosted(stroke, before);
}

export const decode = (strokes: readonly Stroke[], layout: Layout): string =>
  strokes.map((stroke, i) => charOf(stroke, layout, strokes[i - 1])).join('');

/** The layout under which the calibration label was read right; null for any other code. */
export const calibrate = (strokes: readonly Stroke[]): Layout | null =>
  LAYOUTS.find((layout) => readCode(decode(strokes, layout)).raw === CALIBRATION) ?? null;

/**
 * A setting to offer: the code has characters that no label carries (ß, ö, §, ´ …), and read as another scanner's keys it has none of them.
 * Swapped Y and Z alone cannot be seen: for those there is the calibration label.
 */
export function betterLayout(strokes: readonly Stroke[], now: Layout): Layout | null {
  const plain = (layout: Layout): boolean => Array.from(decode(strokes, layout)).every((c) => c === GS || (c >= ' ' && c <= '~'));
  return plain(now) ? null : (LAYOUTS.find((layout) => plain(layout)) ?? null);
}
