import Button from 'antd/es/button';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Mask } from '#contract/core/mask';
import { usePreferences } from '../../../layout/preferences.ts';
import { useTab } from '../../../layout/tab.ts';
import { SIZE_TOKENS } from '../../../layout/theme.ts';
import { LoadingBoundary, lazyPart } from '../../../providers/chunks.ts';
import { hasText } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRemoveRow, useTotals } from '../data.ts';
import { equal } from '../equal.ts';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { useLatest } from '../use-latest.ts';
import { usePhone } from '../use-room.ts';
import { offers } from './actions.ts';
import type { ColumnChoice } from './columns.ts';
import { Grid } from './Grid.tsx';
import { ListFoot } from './ListFoot.tsx';
import { ListHead } from './ListHead.tsx';
import type { ListMenuItem } from './ListMenu.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { RowMenu } from './RowMenu.tsx';
import { NONE, refreshed, rowId, type Selection } from './selection.ts';
import { ListSkeleton, LoadError } from './states.tsx';
import { totalFields } from './totals.ts';
import { changed, type ListState, listIdentity } from './url-state.ts';
import { useActions } from './use-actions.tsx';
import { useColumns } from './use-columns.ts';
import { useCreate, useMayCreate } from './use-create.ts';
import { type MaskList, useList } from './use-list.ts';
import { usePreview } from './use-preview.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { ViewTabs } from './ViewTabs.tsx';
import { currentView, type ListView, useListViews } from './view-tabs.ts';
import './list-page.css';

const ExportDialog = lazyPart(async () => (await import('../transfer/ExportDialog.tsx')).ExportDialog);
const ImportDialog = lazyPart(async () => (await import('../transfer/ImportDialog.tsx')).ImportDialog);
const ListEmpty = lazyPart(async () => (await import('./ListEmpty.tsx')).default);
const SearchHint = lazyPart(async () => (await import('./SearchHint.tsx')).default);
const Preview = lazyPart(async () => (await import('../record/preview/Preview.tsx')).default);
const SaveViewDialog = lazyPart(async () => (await import('./SaveViewDialog.tsx')).default);
const RecordDrawer = lazyPart(async () => (await import('../record/RecordDrawer.tsx')).RecordDrawer);

/** The selected rows. Cleared when search, filter or trash changes. */
function useSelection(mask: Mask, list: MaskList) {
  const { search, filters, trash } = list.state;
  const identity = listIdentity(mask.key, { ...list.state, search, filters, trash, size: 0, sort: null });
  const [held, setHeld] = useState<{ identity: string; selection: Selection }>({ identity, selection: NONE });
  const rows = list.query.data?.data;
  const selection = useMemo(() => (held.identity === identity ? refreshed(held.selection, rows ?? []) : NONE), [held, identity, rows]);
  const setSelection = useCallback((next: Selection) => setHeld({ identity, selection: next }), [identity]);
  return { selection, setSelection };
}

/** What this user may do with the list as a whole. */
function useListRights(mask: Mask, { trash }: ListState) {
  const create = useMayCreate(mask);
  return {
    create: create.hasForm && create.may && !trash,
    import: useAllowed(`${mask.area}.import`) && mask.import !== undefined && !trash,
    export: useAllowed(`${mask.area}.export`) && mask.download !== undefined,
    trash: useAllowed(`${mask.area}.recover`) && offers(mask, 'delete') && mask.deleted !== true,
  };
}

/** Names the tab after the list. Until the text is loaded, the tab keeps the menu's title. */
function useTabTitle(mask: Mask, title: string): void {
  const { setTitle } = useTab();
  const known = typeof mask.title !== 'string' || hasText(mask.title);
  useEffect(
    function nameTheTab() {
      setTitle(known ? title : '');
    },
    [setTitle, title, known],
  );
}

const NO_ROWS: readonly Row[] = [];

type Overlay = { kind: 'export'; rows: readonly Row[] } | { kind: 'import' } | { kind: 'view' } | { kind: 'record'; id: string } | null;

/** `record`: the address is that of a record, which is shown in the panel beside the list. */
export function ListPage({ mask, path, record }: { mask: Mask; path: string; record?: string }) {
  const t = useMaskT();
  const text = useText();
  const navigate = useNavigate();
  const list = useList(mask);
  const { state, query, go } = list;
  const page = query.data;
  const { choice, columns, put, resize, move } = useColumns(mask, page?.data);
  const { selection, setSelection } = useSelection(mask, list);
  const totals = useTotals(mask.area, {
    fields: totalFields(mask),
    search: state.search,
    filters: list.request.filters,
    trash: state.trash,
  });
  const [overlay, setOverlay] = useState<Overlay>(record === undefined ? null : { kind: 'record', id: record });
  const searchBox = useRef<HTMLInputElement>(null);
  const rowHeight = SIZE_TOKENS[usePreferences((p) => p.size)].row;
  const may = useListRights(mask, state);
  const views = useListViews(mask);
  const current = currentView(views, state);
  const removeRow = useRemoveRow();

  const actions = useActions({
    mask,
    path,
    trash: state.trash,
    onExport: (rows) => setOverlay({ kind: 'export', rows }),
    onDone: () => setSelection(NONE),
  });
  const inDrawer = mask.form?.layout === 'drawer';
  const open = useCallback(
    (id: string) => {
      if (inDrawer && record === undefined) setOverlay({ kind: 'record', id });
      // A new record that was saved takes the place of “new” in the address.
      else void navigate(`${path}/${encodeURIComponent(id)}`, { replace: record !== undefined });
    },
    [inDrawer, navigate, path, record],
  );
  const closeRecord = (): void => {
    if (record === undefined) setOverlay(null);
    else void navigate(path, { replace: true });
  };
  const onOpen = useCallback((row: Row) => open(rowId(row)), [open]);
  const preview = usePreview(page?.data ?? NO_ROWS, !inDrawer);
  const { show } = preview;
  const onPick = preview.offered ? (row: Row) => show(rowId(row)) : onOpen;
  const body = useRef<HTMLDivElement>(null);
  const closePreview = (): void => {
    show(null);
    // The button that closed it is gone.
    body.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
  };
  const { create, others } = useCreate(mask, may.create ? () => open('new') : null, actions);
  const onImport = may.import ? () => setOverlay({ kind: 'import' }) : null;
  useShortcuts({ '/': () => searchBox.current?.focus(), n: create?.run ?? null, Escape: preview.id === null ? null : closePreview });
  const title = text(mask.title);
  useTabTitle(mask, title);

  const live = useLatest(actions);
  const hasMenu = actions.row.length > 0;
  const menu = useMemo(
    () => (hasMenu ? (row: Row) => <RowMenu row={row} actions={live.current} text={text} /> : null),
    [hasMenu, live, text],
  );
  const waiting = Boolean(mask.fixed ?? mask.open) && state.search === '' && !state.trash && equal(state.filters, mask.open ?? []);
  const applyView = ({ state: target, columns: columnChoice }: ListView): void => {
    if (columnChoice) put(columnChoice);
    go({ ...target, size: state.size });
  };
  const askToSave = (): void => setOverlay({ kind: 'view' });
  const removeView = (view: Row): void => {
    // The call already showed the error. The view stays.
    removeRow('views', rowId(view)).catch(() => undefined);
  };
  const mine = current?.mine ? current.saved : undefined;
  const phone = usePhone();
  const menuItems: ListMenuItem[] = [
    ...(phone ? others.map((action) => ({ key: action.key, label: text(action.label), run: () => actions.run(action, []) })) : []),
    { key: 'save', label: t('views.save'), run: askToSave },
    ...(mine ? [{ key: 'remove', label: t('views.remove', { name: current?.label ?? '' }), run: () => removeView(mine) }] : []),
    ...(may.trash
      ? [{ key: 'trash', label: t(state.trash ? 'trash.leave' : 'trash.open'), run: () => go(changed(state, { trash: !state.trash })) }]
      : []),
  ];

  return (
    <section className="m-list l-page" aria-label={title}>
      <ListHead
        mask={mask}
        path={path}
        title={title}
        ready={page !== undefined}
        create={create}
        actions={phone ? [] : others}
        onAction={(action) => actions.run(action, [])}
        onImport={onImport}
        onExport={may.export ? () => setOverlay({ kind: 'export', rows: [] }) : null}
      />
      <ViewTabs mask={mask} views={views} current={current} ready={page !== undefined} onApply={applyView} onSave={askToSave} />
      <ListToolbar
        mask={mask}
        rows={page?.data ?? NO_ROWS}
        state={state}
        go={go}
        searchBox={searchBox}
        columns={columns}
        choice={choice}
        onColumns={(next: ColumnChoice) => put(next)}
        menu={menuItems}
      />
      {page && state.search !== '' && state.filters.length > 0 && !state.trash ? (
        <SearchHint mask={mask} state={state} onAll={() => go(changed(state, { filters: [] }))} />
      ) : null}
      <div className="l-body" ref={body}>
        {query.isError && !page ? (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        ) : !page ? (
          <ListSkeleton mask={mask} />
        ) : (
          <Grid
            mask={mask}
            columns={columns}
            rows={page.data}
            total={page.total}
            label={title}
            sort={state.sort}
            onSort={(sort) => go(changed(state, { sort }))}
            onResize={resize}
            onMove={move}
            selection={actions.bulk.length > 0 ? selection : null}
            onSelection={setSelection}
            onOpen={onOpen}
            onPick={onPick}
            previewed={preview.id}
            menu={menu}
            stale={query.isPlaceholderData}
            estimate={rowHeight}
            instead={
              <ListEmpty
                mask={mask}
                state={state}
                waiting={waiting}
                title={title}
                onClear={() => go(changed(state, { search: '', filters: [] }))}
                create={create}
                onImport={onImport}
              />
            }
          />
        )}
        {preview.id !== null && page ? (
          <LoadingBoundary fallback={<aside className="l-preview" aria-busy />}>
            <Preview
              mask={mask}
              id={preview.id}
              known={preview.known}
              path={path}
              onPrevious={preview.previous}
              onNext={preview.next}
              onOpen={() => open(preview.id ?? '')}
              onClose={closePreview}
            />
          </LoadingBoundary>
        ) : null}
      </div>
      {query.isError && page ? (
        <p className="m-bar m-bar-stop" role="alert">
          {t('error.stale')}{' '}
          <Button type="link" onClick={() => void query.refetch()}>
            {t('error.retry')}
          </Button>
        </p>
      ) : null}
      <ListFoot
        mask={mask}
        list={list}
        columns={columns}
        sums={totals.data ?? null}
        selection={selection}
        actions={actions}
        onSelection={setSelection}
      />
      {actions.host}
      {overlay?.kind === 'export' ? (
        <ExportDialog mask={mask} request={list.request} columns={columns} rows={overlay.rows} onClose={() => setOverlay(null)} />
      ) : null}
      {overlay?.kind === 'view' ? <SaveViewDialog mask={mask} state={state} choice={choice} onClose={() => setOverlay(null)} /> : null}
      {overlay?.kind === 'import' ? <ImportDialog mask={mask} onClose={() => setOverlay(null)} /> : null}
      {overlay?.kind === 'record' ? (
        <RecordDrawer key={overlay.id} mask={mask} id={overlay.id} path={path} onClose={closeRecord} onOpen={open} />
      ) : null}
    </section>
  );
}
