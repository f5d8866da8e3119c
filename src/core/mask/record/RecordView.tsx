import Button from 'antd/es/button';
import { createElement, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { holds } from '#contract/core/condition';
import type { Mask } from '#contract/core/mask';
import { showNotice } from '../../../providers/feedback.ts';
import { formatInstant } from '../../../providers/format.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { titleOf } from '../data.ts';
import { useFields, useMaskT, useNewTitle, useText } from '../field-context.ts';
import { asText, isNothing, type Row } from '../kinds/kind.ts';
import { Cell } from '../kinds/registry.tsx';
import { type Action, applies, offers } from '../list/actions.ts';
import { isPrint, PrintMenu } from '../list/PrintMenu.tsx';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import { useActions } from '../list/use-actions.tsx';
import { type RecordParts, recordParts } from '../parts.ts';
import { inputId } from './FieldRow.tsx';
import { FormSections } from './FormSections.tsx';
import { current } from './form-store.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { RecordBars } from './RecordBars.tsx';
import { ShowSections } from './ShowSections.tsx';
import { type RecordForm, type Saved, useRecord } from './use-record.ts';
import { useSaveKeys } from './use-save-keys.ts';
import type { FormMode } from './validate.ts';

type Props = {
  mask: Mask;
  id: string;
  path: string;
  onSaved: (saved: Saved) => void;
  onGone: () => void;
  onTitle: (title: string) => void;
  onDirty: (dirty: boolean) => void;
};

/** The record's status beside the title, if the mask has one. */
function StatusOf({ mask, row }: { mask: Mask; row: Row }) {
  const field = useFields();
  const found = Object.entries(mask.fields).find(([name, spec]) => spec.kind === 'status' && !isNothing(row[name]));
  if (!found) return null;
  const [name, spec] = found;
  return <Cell value={row[name]} field={field(name, spec, row)} />;
}

const standsInHead = (parts: RecordParts | undefined, action: Action): boolean =>
  parts?.Actions === undefined || (action.kind === 'mask' && parts.leaves?.(action.spec) === true);

function useMode(mask: Mask, id: string, record: RecordForm) {
  const mayUpdate = useAllowed(`${mask.area}.update`);
  const deleted = !isNothing(record.state?.base['deletedAt']);
  const canEdit =
    mask.form !== undefined && mayUpdate && offers(mask, 'update') && !deleted && holds(mask.changeable, record.state?.base ?? {});
  const [wanted, setWanted] = useState<'show' | 'edit' | null>(null);
  const first = mask.show ? 'show' : 'edit';
  const edit = canEdit && (wanted ?? (record.dirty ? 'edit' : first)) === 'edit';
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

function useSaving(record: RecordForm, formId: string, onSaved: Props['onSaved']) {
  const t = useMaskT();
  const [busy, setBusy] = useState(false);
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
        showNotice({ kind: 'success', title: t('saved'), seconds: 3 });
        onSaved(result.saved);
      }
    } finally {
      setBusy(false);
    }
  };
  return { busy, stale, save };
}

export function RecordView({ mask, id, path, onSaved, onGone, onTitle, onDirty }: Props) {
  const t = useMaskT();
  const text = useText();
  const newTitle = useNewTitle();
  const formId = useId();
  const record = useRecord(mask, id);
  const { query, state, store, dirty } = record;
  const { mode, canEdit, setWanted } = useMode(mask, id, record);
  const { busy, stale, save } = useSaving(record, formId, (saved) => {
    setWanted(null);
    onSaved(saved);
  });
  const parts = id === 'new' ? undefined : recordParts(mask.area);
  const tabs = parts ? (['overview', 'record', 'history'] as const) : (['record', 'history'] as const);
  const [chosen, setTab] = useState<'overview' | 'record' | 'history' | null>(null);
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
  // A form with typed values is shown first.
  const tab = chosen ?? (parts && !editing ? 'overview' : 'record');
  useSaveKeys(state && editing ? () => void save() : null);
  if (query.isError && !state) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!state || !store) return <ListSkeleton rows={6} />;

  const discard = (): void => {
    store.reset(record.news ?? state.base);
    setWanted(null);
    if (id === 'new') onGone();
  };
  const sections = mask.show?.sections ??
    mask.form?.sections ?? [{ key: 'all', label: mask.title, fields: mask.columns.map((column) => column.field) }];
  return (
    <article ref={article} tabIndex={-1} className="m-record" aria-label={title}>
      <header className="m-record-head">
        <h1>{title}</h1>
        <StatusOf mask={mask} row={row} />
        <div className="m-head-actions">
          {id === 'new' ? null : <PrintMenu actions={actions.row} rows={[row]} disabled={dirty} run={actions.run} />}
          {parts?.Actions ? (
            <Suspense fallback={null}>{createElement(parts.Actions, { mask, row, path, disabled: dirty })}</Suspense>
          ) : null}
          {id === 'new'
            ? null
            : actions.row.map((action) =>
                applies(action, [row]) && !isPrint(action) && standsInHead(parts, action) ? (
                  <Button
                    key={action.key}
                    danger={action.danger}
                    disabled={dirty}
                    title={dirty ? t('record.saveFirst') : undefined}
                    onClick={() => actions.run(action, [row])}
                  >
                    {text(action.label)}
                  </Button>
                ) : null,
              )}
          {canEdit && !editing ? (
            <Button
              type={parts ? 'default' : 'primary'}
              onClick={() => {
                setWanted('edit');
                setTab('record');
              }}
            >
              {t('edit')}
            </Button>
          ) : null}
          {editing ? (
            <>
              {dirty || mask.show || id === 'new' ? <Button onClick={discard}>{t(dirty ? 'discard' : 'cancel')}</Button> : null}
              <Button
                type="primary"
                loading={busy}
                disabled={!dirty && id !== 'new'}
                onClick={() => void save()}
                aria-keyshortcuts="Control+S"
              >
                {t('save')}
              </Button>
            </>
          ) : null}
        </div>
      </header>
      {id === 'new' ? null : (
        <div className="m-tabs" role="tablist" aria-label={title}>
          {tabs.map((name) => (
            <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
              {t(`tab.${name}`)}
            </button>
          ))}
        </div>
      )}
      <RecordBars mask={mask} id={id} formId={formId} record={record} state={state} store={store} stale={stale} />
      <div className="m-record-body">
        {parts && tab === 'overview' ? (
          <Suspense fallback={<ListSkeleton rows={6} />}>{createElement(parts.Overview, { mask, row, path })}</Suspense>
        ) : tab === 'history' && id !== 'new' ? (
          <HistoryTab mask={mask} id={id} />
        ) : editing ? (
          <FormSections mask={mask} mode={mode} formId={formId} store={store} state={state} />
        ) : (
          <ShowSections mask={mask} sections={sections} row={row} />
        )}
        {id === 'new' || tab !== 'record' ? null : (
          <p className="m-quiet m-figures">
            {t('record.stamp', { version: asText(row['version']), at: formatInstant(asText(row['updatedAt'])) })}
          </p>
        )}
      </div>
      {actions.host}
    </article>
  );
}
