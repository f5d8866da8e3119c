import { charOf, type Layout } from '../../src/scan/capture/layouts.ts';
import { expire, IDLE, type Key, press, release, WEDGE, type Wedge, type WedgeSettings } from '../../src/scan/capture/wedge.ts';

type Board = Exclude<Layout, 'host'>;
export type Event = Key & { up?: boolean };

const CODES = [
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (c) => `Key${c}`),
  ...Array.from('1234567890', (c) => `Digit${c}`),
  'Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Backquote Comma Period Slash Space IntlBackslash'.split(' '),
].flat();
const STATES = [
  { shift: false, altGr: false },
  { shift: true, altGr: false },
  { shift: false, altGr: true },
];
const DEAD: Record<string, string[]> = { de: ['Equal', 'Backquote'], us: [] };

const blank = { shift: false, ctrl: false, alt: false, altGr: false, repeat: false, composing: false, editable: false };
export const key = (name: string, more: Partial<Key> = {}): Key => ({ at: 0, key: name, code: '', ...blank, ...more });

/** How a board of that country makes a character. */
function pressFor(char: string, board: Board) {
  for (const code of CODES) {
    for (const state of STATES) {
      const stroke = { key: '', code, made: null, ...state };
      if (charOf(stroke, board) === char) return stroke;
    }
  }
  throw new Error(`no key for ${char}`);
}

type Gs = 'ctrl' | 'alt029' | 'alt0029' | 'raw' | 'F8';
export type Typing = { every?: number; scanner?: Board; host?: Board; gs?: Gs; end?: string | null; editable?: boolean; caps?: boolean };

const alt = (digits: string): Event[] => [
  key('Alt', { code: 'AltLeft', alt: true }),
  ...Array.from(digits, (d) => key(d, { code: `Numpad${d}`, alt: true })),
  { ...key('Alt', { code: 'AltLeft' }), up: true },
];

function separator(gs: Gs, host: Board): Event[] {
  if (gs === 'raw') return [key('\u001d')];
  if (gs === 'F8') return [key('F8', { code: 'F8' })];
  if (gs !== 'ctrl') return alt(gs.slice(3));
  return [key('Control', { code: 'ControlLeft', ctrl: true }), key(host === 'de' ? '+' : ']', { code: 'BracketRight', ctrl: true })];
}

function charKeys(char: string, { scanner = 'us', host = 'us', caps = false }: Typing): Event[] {
  const { code, shift, altGr } = pressFor(char, scanner);
  const plain = charOf({ key: '', code, shift, altGr, made: null }, host);
  const swapped = plain === plain.toUpperCase() ? plain.toLowerCase() : plain.toUpperCase();
  const name = DEAD[host]?.includes(code) ? 'Dead' : caps ? swapped : plain;
  return [...(shift ? [key('Shift', { code: 'ShiftLeft', shift })] : []), key(name, { code, shift, altGr })];
}

/** Keys of a code as a scanner types it, one every so many milliseconds from `from` on. */
export function typed(text: string, typing: Typing = {}, from = 1000): Event[] {
  const { every = 5, gs = 'ctrl', host = 'us', end = 'Enter', editable = false } = typing;
  const keys = Array.from(text).flatMap((char) => (char === '\u001d' ? separator(gs, host) : charKeys(char, typing)));
  const all = end === null ? keys : [...keys, key(end, { code: end })];
  return all.map((event, i) => ({ ...event, at: from + i * every, editable }));
}

/** Plays keys and reports what became of them: codes, the keys that the page got to see, and the text of them and of what was given back. */
export function play(events: readonly Event[], settings: Partial<WedgeSettings> = {}) {
  const all = { ...WEDGE, ...settings };
  let wedge: Wedge = IDLE;
  const scans: string[] = [];
  const seen: string[] = [];
  let text = '';
  for (const event of events) {
    if (event.up) {
      wedge = release(wedge, event);
      continue;
    }
    const result = press(wedge, event, all);
    wedge = result.wedge;
    if (result.scan) scans.push(result.scan.code);
    text += result.giveBack;
    if (result.hold) continue;
    seen.push(event.key);
    if (event.key.length === 1) text += event.key;
  }
  const after = expire(wedge, (events.at(-1)?.at ?? 0) + 1000, all);
  if (after.scan) scans.push(after.scan.code);
  return { scans, seen, text: text + after.giveBack };
}
