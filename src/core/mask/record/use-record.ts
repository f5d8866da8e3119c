import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import type { FieldError } from '#contract/core/envelope';
import type { Mask } from '#contract/core/mask';
import { fieldErrors, isCallError, staleData } from '../../../providers/call-error.ts';
import { useIntent } from '../../../providers/use-intent.ts';
import { currentUser } from '../../../providers/user.ts';
import { useInvalidate, useRow, useSaveRow } from '../data.ts';
import { asNumber, isNothing, type Row } from '../kinds/kind.ts';
import { rowsOfLines } from '../kinds/lines.tsx';
import { current, type FormStore, isDirty, keepDraft, readDraft, restored } from './form-store.ts';
import { cutOf, startDates, startOf } from './start-values.ts';
import { type FormMode, formFaults, inFormOrder, isWritable } from './validate.ts';

const versionOf = (row: Row): number => asNumber(row['version']) ?? 0;

/** A copy takes over the form's fields only. Keys, dates and numbers of the original are left out. */
function copied(mask: Mask, row: Row): Row {
  const fields = new Set(mask.form?.sections.flatMap((section) => section.fields));
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => {
      const spec = mask.fields[name] ?? mask.fields[name.replace(/Labels?$/, '')];
      const writable = spec !== undefined && isWritable(spec, 'new') && (fields.has(name) || /Labels?$/.test(name));
      return writable && !isNothing(value);
    }),
  );
}

const GIVEN = 'set.';

/** Lines of a document in an address. What cannot be read is left out. */
function linesIn(text: string): Row[] {
  try {
    return rowsOfLines(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Start values in the address (`set.<field>`), such as party and amount of a payment that is recorded from its invoice. */
function givenIn(params: URLSearchParams, mask: Mask): Row {
  const given = [...params].filter(([key, value]) => key.startsWith(GIVEN) && value !== '' && value !== 'null');
  return Object.fromEntries(
    given.flatMap(([key, text]): [string, unknown][] => {
      const name = key.slice(GIVEN.length);
      const spec = mask.fields[name];
      if (!spec || !isWritable(spec, 'new')) return [];
      if (spec.kind === 'lines') return [[name, linesIn(text)]];
      return [[name, spec.kind === 'money' || spec.kind === 'number' ? Number(text) : text]];
    }),
  );
}

/** The request body: only changed and writable fields. Labels are set by the server. */
function bodyOf(mask: Mask, changes: Row, mode: FormMode): Row {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => {
      const spec = mask.fields[name];
      return spec !== undefined && isWritable(spec, mode);
    }),
  );
}

export type Saved = { row: Row; created: boolean };
export type SaveResult =
  | { kind: 'saved'; saved: Saved }
  | { kind: 'faults' }
  | { kind: 'stale'; by: string | null; at: string }
  | { kind: 'failed' };

function useSave(mask: Mask, id: string, store: FormStore) {
  const saveRow = useSaveRow();
  const invalidate = useInvalidate();
  const intentOf = useIntent();
  const mode: FormMode = id === 'new' ? 'new' : 'edit';

  return async (): Promise<SaveResult> => {
    const state = store.get();
    const row = current(state);
    const unread = Object.entries(state.unread).map(
      ([path, { rule, params }]): FieldError => ({ path, rule, ...(params ? { params } : {}) }),
    );
    const sections = mask.form?.sections ?? [];
    const rules = formFaults(mask, sections, row, mode).filter(({ path }) => state.unread[path] === undefined);
    const faults = inFormOrder(sections, [...unread, ...rules]);
    store.setErrors(faults);
    if (faults.length > 0) return { kind: 'faults' };
    const version = versionOf(state.base);
    const unseen = mode === 'new' ? { ...startDates(mask, state.base), ...cutOf(mask) } : {};
    const body = bodyOf(mask, { ...unseen, ...state.changes }, mode);
    const intent = intentOf(JSON.stringify([version, body]));
    try {
      const saved =
        mode === 'new' ? await saveRow(mask.area, null, body, { intent }) : await saveRow(mask.area, id, { ...body, version }, { intent });
      store.reset(saved);
      keepDraft(currentUser()?.id ?? '', mask.key, id, store.get());
      await invalidate(mask.area);
      return { kind: 'saved', saved: { row: saved, created: mode === 'new' } };
    } catch (error) {
      const stale = staleData(error);
      if (stale) {
        store.rebase(stale.current);
        return { kind: 'stale', by: stale.changedBy, at: stale.changedAt };
      }
      const errors = inFormOrder(sections, fieldErrors(error));
      if (errors.length > 0) store.setErrors(errors);
      return errors.length > 0 || isCallError(error, 'InvalidInput') ? { kind: 'faults' } : { kind: 'failed' };
    }
  };
}

/** Used while the row is loading. Nothing can be typed or saved yet. */
const NO_STORE: FormStore = restored({}, null);

/** The form's store, created once the row is loaded. It is kept in hidden tabs; a reload restores the draft. */
function useStore(mask: Mask, id: string, start: Row | undefined): { store: FormStore | null; fromDraft: boolean } {
  const [held, setHeld] = useState<{ store: FormStore; fromDraft: boolean } | null>(null);
  if (!held && start) {
    const draft = readDraft(currentUser()?.id ?? '', mask.key, id);
    const store = restored(id === 'new' ? { ...startOf(mask.fields), ...cutOf(mask) } : start, draft);
    if (id === 'new' && !draft) {
      for (const [name, value] of Object.entries(start)) {
        if (name in mask.fields) store.set(name, value);
        else store.note({ [name]: value });
      }
    }
    setHeld({ store, fromDraft: draft !== null });
  }
  return held ?? { store: null, fromDraft: false };
}

const IDLE_STORE = { subscribe: () => () => undefined, get: () => null };

export function useRecord(mask: Mask, id: string) {
  const [params] = useSearchParams();
  const creating = id === 'new';
  const source = creating ? params.get('from') : id;
  const query = useRow(mask.area, source ?? '', source !== null);
  const start = useMemo(
    () => (creating ? (source ? query.data && copied(mask, query.data) : givenIn(params, mask)) : query.data),
    [creating, source, query.data, mask, params],
  );
  const { store, fromDraft } = useStore(mask, id, start);
  const state = useSyncExternalStore(store?.subscribe ?? IDLE_STORE.subscribe, store?.get ?? IDLE_STORE.get);
  const dirty = state !== null && isDirty(state);

  useEffect(
    function keepWhatIsTyped() {
      if (state) keepDraft(currentUser()?.id ?? '', mask.key, id, state);
    },
    [state, mask.key, id],
  );
  useEffect(
    function takeOverNews() {
      // Without changes, the newest row is shown. With changes, the user decides (bar above the form).
      const next = query.data;
      if (!creating && store && next && versionOf(next) > versionOf(store.get().base) && !isDirty(store.get())) store.reset(next);
    },
    [query.data, store, creating],
  );
  useEffect(
    function warnBeforeLeaving() {
      if (!dirty) return;
      const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
      window.addEventListener('beforeunload', warn);
      return () => window.removeEventListener('beforeunload', warn);
    },
    [dirty],
  );

  const save = useSave(mask, id, store ?? NO_STORE);
  const news = !creating && state && query.data && versionOf(query.data) > versionOf(state.base) ? query.data : null;
  return { query, store, state, dirty, fromDraft, save, news };
}

export type RecordForm = ReturnType<typeof useRecord>;
