import { createElement, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { isCallError } from '../../../providers/call-error.ts';
import { showNotice } from '../../../providers/feedback.ts';
import { formatInstant } from '../../../providers/format.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { holdsForMe } from '../condition.ts';
import { titleOf } from '../data.ts';
import { useMaskT, useNewTitle, useText } from '../field-context.ts';
import { asText, isNothing, type Row } from '../kinds/kind.ts';
import { offers } from '../list/actions.ts';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import { useActions } from '../list/use-actions.tsx';
import { recordParts } from '../parts.ts';
import { WithFoot } from './AtFoot.tsx';
import { inputId } from './FieldRow.tsx';
import { FormSections } from './FormSections.tsx';
import { current } from './form-store.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { NoRecord } from './NoRecord.tsx';
import { RecordBars } from './RecordBars.tsx';
import { RecordHead } from './RecordHead.tsx';
import { nextOf } from './read/next-step.ts';
import { ReadView } from './read/ReadView.tsx';
import { type RecordForm, type Saved, useRecord } from './use-record.ts';
import { useSaveKeys } from './use-save-keys.ts';
import type { FormMode } from './validate.ts';
import './beside.css';

type Props = {
  mask: Mask;
  id: string;
  path: string;
  onSaved: (saved: Saved) => void;
  onGone: () => void;
  onTitle: (title: string) => void;
  onDirty: (dirty: boolean) => void;
};

const TABS = ['record', 'history'] as const;
type Tab = (typeof TABS)[number];

function useMode(mask: Mask, id: string, record: RecordForm) {
  const mayUpdate = useAllowed(`${mask.area}.update`);
  const deleted = !isNothing(record.state?.base['deletedAt']);
  const canEdit =
    mask.form !== undefined && mayUpdate && offers(mask, 'update') && !deleted && holdsForMe(mask.changeable, record.state?.base ?? {});
  const [wanted, setWanted] = useState<'show' | 'edit' | null>(null);
  // A record opens for reading, unless values were typed before a reload.
  const edit = canEdit && (wanted ?? (record.dirty ? 'edit' : 'show')) === 'edit';
  const mode: FormMode = id === 'new' ? 'new' : edit ? 'edit' : 'show';
  return { mode, canEdit, setWanted };
}

/** Moves the focus to the record if the pressed button disappears, so that it does not return to the top of the page. */
function useFocusKept(mode: FormMode) {
  const article = useRef<HTMLElement>(null);
  const before = useRef(mode);
  useEffect(
    function keepFocus() {
      if (before.current !== mode && document.activeElement === document.body) article.current?.focus({ preventScroll: true });
      before.current = mode;
    },
    [mode],
  );
  return article;
}

type AfterCreate = (created: Row) => Promise<void>;

function useSaving(record: RecordForm, formId: string, onSaved: Props['onSaved']) {
  const t = useMaskT();
  const [busy, setBusy] = useState(false);
  const after = useRef<AfterCreate | null>(null);
  const afterCreate = useCallback((run: AfterCreate | null) => {
    after.current = run;
  }, []);
  const [stale, setStale] = useState<{ by: string | null; at: string } | null>(null);
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const result = await record.save();
      setStale(result.kind === 'stale' ? result : null);
      if (result.kind === 'faults') {
        const [first] = record.store?.get().errors ?? [];
        if (first) document.getElementById(inputId(formId, first.path.split('.')[0] ?? ''))?.focus();
      }
      if (result.kind === 'saved') {
        const { row, created } = result.saved;
        // Its failure was shown by the call. The record exists and is shown.
        if (created) await after.current?.(row).catch(() => undefined);
        showNotice({ kind: 'success', title: t(created ? 'created' : 'saved', { row: titleOf(row) }), seconds: 3 });
        onSaved(result.saved);
      }
    } finally {
      setBusy(false);
    }
  };
  return { busy, stale, save, afterCreate };
}

export function RecordView({ mask, id, path, onSaved, onGone, onTitle, onDirty }: Props) {
  const t = useMaskT();
  const text = useText();
  const newTitle = useNewTitle();
  const formId = useId();
  const record = useRecord(mask, id);
  const { query, state, store, dirty } = record;
  const { mode, canEdit, setWanted } = useMode(mask, id, record);
  const { busy, stale, save, afterCreate } = useSaving(record, formId, (saved) => {
    setWanted(null);
    onSaved(saved);
  });
  const known = recordParts(mask.area);
  const parts = id === 'new' ? undefined : known;
  const [tab, setTab] = useState<Tab>('record');
  const row = useMemo(() => (state ? current(state) : {}), [state]);
  const actions = useActions({
    mask,
    path,
    trash: !isNothing(row['deletedAt']),
    onExport: () => undefined,
    // Stays on the record unless the row is gone, because its next state is read here.
    onDone: (gone) => gone && onGone(),
  });
  const title = id === 'new' ? newTitle(mask) : state ? titleOf(state.base) : text(mask.title);

  useEffect(
    function nameTheTab() {
      onTitle(title);
    },
    [onTitle, title],
  );
  useEffect(
    function guardTheTab() {
      onDirty(dirty);
    },
    [onDirty, dirty],
  );
  const article = useFocusKept(mode);
  const editing = mode !== 'show';
  useSaveKeys(state && editing ? () => void save() : null);
  if (query.isError && !state)
    return isCallError(query.error, 'NotFound') ? (
      <NoRecord mask={mask} reason="missing" onList={onGone} />
    ) : (
      <LoadError error={query.error} onRetry={() => void query.refetch()} />
    );
  if (!state || !store) return <ListSkeleton rows={6} />;

  const discard = (): void => {
    store.reset(record.news ?? state.base);
    setWanted(null);
    if (id === 'new') onGone();
  };
  const form = <FormSections mask={mask} mode={mode} formId={formId} store={store} state={state} />;
  const next = editing || dirty ? null : nextOf(mask, row, actions.row);
  return (
    <article ref={article} tabIndex={-1} className="m-record" aria-label={title}>
      {/* On a phone the primary button of the record, by its own part, or the buttons of its form. */}
      <WithFoot>
        <RecordHead
          mask={mask}
          row={row}
          path={path}
          title={title}
          parts={parts}
          next={next}
          actions={actions}
          dirty={dirty}
          isNew={id === 'new'}
          onEdit={canEdit && !editing ? () => setWanted('edit') : null}
          editing={editing ? { busy, onDiscard: discard, onSave: () => void save() } : null}
        />
        {editing ? null : (
          <div className="m-tabs" role="tablist" aria-label={title}>
            {TABS.map((name) => (
              <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
                {t(`tab.${name}`)}
              </button>
            ))}
          </div>
        )}
        <RecordBars mask={mask} id={id} formId={formId} record={record} state={state} store={store} stale={stale} />
        {/* Scrolls by the keys, also where a record has nothing to focus. */}
        <section className="m-record-body" tabIndex={editing ? undefined : 0} aria-label={t(`tab.${editing ? 'record' : tab}`)}>
          {editing ? (
            known?.Beside ? (
              <div className="m-beside">
                {form}
                {createElement(known.Beside, { mask, row, set: store.set, afterCreate })}
              </div>
            ) : (
              form
            )
          ) : tab === 'history' ? (
            <HistoryTab mask={mask} id={id} />
          ) : (
            <ReadView
              mask={mask}
              id={id}
              row={row}
              path={path}
              parts={parts}
              next={next}
              disabled={dirty}
              run={actions.run}
              onHistory={() => setTab('history')}
            />
          )}
          {id === 'new' || tab !== 'record' ? null : (
            <p className="m-quiet m-figures">
              {t('record.stamp', { version: asText(row['version']), at: formatInstant(asText(row['updatedAt'])) })}
            </p>
          )}
        </section>
      </WithFoot>
      {actions.host}
    </article>
  );
}
