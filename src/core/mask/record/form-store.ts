import type { FieldError } from '#contract/core/envelope';
import { readJson, writeStored } from '../../../providers/storage.ts';
import { equal } from '../equal.ts';
import { asNumber, isRecord, type Params, type Row } from '../kinds/kind.ts';

/** Text that its kind cannot parse (yet). It stays in the field and blocks saving. */
export type Unread = { text: string; rule: string; params?: Params };

export type Conflict = { field: string; base: unknown; mine: unknown; theirs: unknown };

export type FormState = {
  /** The row as the server sent it. */
  base: Row;
  /** Only the changed fields. */
  changes: Row;
  unread: Record<string, Unread>;
  errors: FieldError[];
  conflicts: Conflict[];
};

export type FormStore = {
  get: () => FormState;
  subscribe: (listener: () => void) => () => void;
  set: (field: string, value: unknown) => void;
  /** Labels of chosen references. Shown, never sent. */
  note: (labels: Row) => void;
  setUnread: (field: string, unread: Unread) => void;
  setErrors: (errors: FieldError[]) => void;
  /** Replaces the base by the server's row and keeps the changes. Fields that both sides changed differently become conflicts. */
  rebase: (current: Row) => void;
  settle: (field: string, side: 'mine' | 'theirs') => void;
  /** Sets a new base without changes: after saving, or to start again. */
  reset: (base: Row) => void;
};

export const isDirty = ({ changes, unread }: FormState): boolean => Object.keys(changes).length > 0 || Object.keys(unread).length > 0;
/** The row in the form: the base merged with the changes. */
export const current = ({ base, changes }: FormState): Row => ({ ...base, ...changes });

export const without = <T>(record: Record<string, T>, key: string): Record<string, T> => {
  const { [key]: _, ...rest } = record;
  return rest;
};

function withValue(state: FormState, field: string, value: unknown): FormState {
  const same = equal(state.base[field], value);
  return {
    ...state,
    changes: same ? without(state.changes, field) : { ...state.changes, [field]: value },
    unread: without(state.unread, field),
    errors: state.errors.filter(({ path }) => path !== field && !path.startsWith(`${field}.`)),
  };
}

function rebased(state: FormState, next: Row): FormState {
  const mine = Object.entries(state.changes).filter(([field, value]) => !equal(next[field], value));
  const conflicts = mine
    .filter(([field]) => !equal(state.base[field], next[field]))
    .map(([field, value]) => ({ field, base: state.base[field], mine: value, theirs: next[field] }));
  return { ...state, base: next, changes: Object.fromEntries(mine), conflicts, errors: [] };
}

export function createFormStore(base: Row, draft?: Draft): FormStore {
  let state: FormState = { base, changes: draft?.changes ?? {}, unread: draft?.unread ?? {}, errors: [], conflicts: [] };
  const listeners = new Set<() => void>();
  const put = (next: FormState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (field, value) => put(withValue(state, field, value)),
    note: (labels) => put({ ...state, base: { ...state.base, ...labels } }),
    setUnread: (field, unread) => put({ ...state, unread: { ...state.unread, [field]: unread } }),
    setErrors: (errors) => put({ ...state, errors }),
    rebase: (next) => put(rebased(state, next)),
    settle(field, side) {
      const conflicts = state.conflicts.filter((conflict) => conflict.field !== field);
      put({ ...state, conflicts, changes: side === 'theirs' ? without(state.changes, field) : state.changes });
    },
    reset: (next) => put({ base: next, changes: {}, unread: {}, errors: [], conflicts: [] }),
  };
}

/** What is stored of a form for a reload: the typed values and the version and base values they refer to, never the whole row. */
export type Draft = { version: number | null; base: Row; changes: Row; unread: Record<string, Unread> };

const draftKey = (user: string, mask: string, id: string): string => `kontor.draft.${user}.${mask}.${id}`;

export function keepDraft(user: string, mask: string, id: string, state: FormState): void {
  const key = draftKey(user, mask, id);
  if (!isDirty(state)) return writeStored(key, null, 'tab');
  const touched = Object.fromEntries(Object.keys(state.changes).map((field) => [field, state.base[field]]));
  const draft: Draft = { version: asNumber(state.base['version']), base: touched, changes: state.changes, unread: state.unread };
  writeStored(key, JSON.stringify(draft), 'tab');
}

export function readDraft(user: string, mask: string, id: string): Draft | null {
  const stored = readJson(draftKey(user, mask, id), isRecord, 'tab');
  if (!stored || !isRecord(stored['changes']) || !isRecord(stored['base'])) return null;
  return { version: asNumber(stored['version']), base: stored['base'], changes: stored['changes'], unread: unreadOf(stored['unread']) };
}

function unreadOf(value: unknown): Record<string, Unread> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, entry]): [string, Unread][] => {
      if (!isRecord(entry) || typeof entry['text'] !== 'string' || typeof entry['rule'] !== 'string') return [];
      return [[field, { text: entry['text'], rule: entry['rule'] }]];
    }),
  );
}

/** Creates a form from the server's row and the draft stored before the reload. Fields that changed meanwhile become conflicts. */
export function restored(row: Row, draft: Draft | null): FormStore {
  if (!draft) return createFormStore(row);
  const store = createFormStore({ ...row, ...draft.base, version: draft.version }, draft);
  store.rebase(row);
  return store;
}
