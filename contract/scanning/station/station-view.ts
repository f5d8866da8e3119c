import { COMMANDS, type Command } from '../../core/barcode/kontor-codes.ts';
import type { Profile, Sound } from '../commands.ts';
import { feedbackText, QUANTITY_PROMPTS, soundOf } from './feedback.ts';
import { itemOf, sum, type WorkSummaryLine } from './profile-rules.ts';
import { SPECS } from './profiles.ts';
import { enteredQuantity } from './quantity.ts';
import type { Entry, Params, Prompt, StationState } from './state.ts';

/** State of a scan. `saved`: on this device only. `local`: nothing to send. */
type EntryState = 'saved' | 'confirmed' | 'refused' | 'undone' | 'local';
/** A locale key with its parameters. */
type Text = { key: string; params: Params };
type SeenScan = { key: string; code: string; at: string; outcome: Sound; label: string; say: Text; state: EntryState; stateText: string };
type View = {
  title: string;
  hint: string;
  headline: Text | null;
  /** Done and expected pieces; null if nothing is open or the count is blind. */
  progress: { done: number; of: number } | null;
  item: { sku: string; name: string; image: string | null } | null;
  /**
   * The open quantity prompt. `shown`: the number that is booked next, null if it must be typed. `of`: the requested number, null if
   * hidden.
   */
  amount: { shown: number | null; of: number | null } | null;
  prompt: Prompt;
  lines: (WorkSummaryLine & { name: string; image: string | null; complete: boolean })[];
  /** Nothing is open and no answer is due. */
  idle: boolean;
  /** The commands that are available now, with their texts. */
  commands: { command: Command; text: string }[];
  multiplier: number;
  /** Latest first. */
  last: SeenScan[];
};

const SHOWN = 20;

function stateOf({ sent, undone }: Entry): EntryState {
  if (undone) return 'undone';
  if (sent.length === 0) return 'local';
  if (sent.some(({ state }) => state === 'refused')) return 'refused';
  return sent.some(({ state }) => state === 'queued') ? 'saved' : 'confirmed';
}

const seen = (entry: Entry): SeenScan => {
  const state = stateOf(entry);
  const outcome = soundOf(entry.say);
  const { key, code, now, params } = entry;
  return {
    key,
    code,
    at: now,
    outcome,
    label: `scan.sound.${outcome}`,
    say: { key: feedbackText(entry.say), params },
    state,
    stateText: `scan.states.${state}`,
  };
};

const titleOf = (profile: Profile): string => `scan.profiles.${profile}.title`;
const hintOf = (profile: Profile): string => `scan.profiles.${profile}.hint`;

function commandsNow(state: StationState, isOpen: boolean): Command[] {
  const { family } = SPECS[state.profile];
  const useful: { [C in Command]?: boolean } = {
    undo: state.at.pending !== null || state.entries.some(({ undoable, undone }) => undoable && !undone),
    weigh: state.at.parcelId !== null,
    newParcel: state.at.parcelId !== null,
  };
  return COMMANDS.filter(
    (command) => (command === 'undo' || (family.commands[command] !== undefined && isOpen)) && (useful[command] ?? true),
  );
}

/** The item to scan next: that of the current line or of the only open line. If nothing is expected, the item scanned last. */
function expectedOf(lines: readonly WorkSummaryLine[], last: string | null): string | null {
  if (lines.every(({ expected }) => expected === null)) return last;
  const waiting = lines.filter(
    ({ state, done, expected }) => (state === 'now' || state === 'open') && expected !== null && done < expected,
  );
  const now = waiting.find(({ state }) => state === 'now') ?? (waiting.length === 1 ? waiting[0] : undefined);
  return now?.itemId ?? null;
}

/** Everything the station screen shows. It is derived from the state alone. */
export function view(state: StationState): View {
  const { work, at, profile } = state;
  const spec = SPECS[profile];
  const shown = spec.family.show({ work, at, options: spec.options });
  const item = itemOf(work, at.pending?.goods?.itemId ?? (shown ? expectedOf(shown.lines, at.itemId) : at.itemId));
  const counted = shown?.lines.filter(({ expected }) => expected !== null) ?? [];
  return {
    title: titleOf(profile),
    hint: hintOf(profile),
    headline: shown && { key: shown.key, params: shown.params },
    progress:
      counted.length > 0 ? { done: sum(counted.map(({ done }) => done)), of: sum(counted.map(({ expected }) => expected ?? 0)) } : null,
    item: item ? { sku: item.sku, name: item.name, image: item.image } : null,
    amount:
      at.pending && QUANTITY_PROMPTS.includes(at.pending.ask)
        ? { shown: enteredQuantity(at.pending), of: Number(at.pending.got.asked) || null }
        : null,
    prompt: state.prompt,
    lines: (shown?.lines ?? []).map((line) => {
      const own = itemOf(work, line.itemId);
      return { ...line, name: own?.name ?? '', image: own?.image ?? null, complete: line.expected !== null && line.done >= line.expected };
    }),
    idle: shown === null && at.pending === null,
    commands: commandsNow(state, shown !== null).map((command) => ({ command, text: `scan.commands.${command}` })),
    multiplier: state.multiplier,
    last: state.entries.slice(-SHOWN).toReversed().map(seen),
  };
}
