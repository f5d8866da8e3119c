import Button from 'antd/es/button';
import { createElement, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Mask } from '#contract/core/mask';
import { FavouriteStar } from '../../../layout/FavouriteStar.tsx';
import { usePreferences } from '../../../layout/preferences.ts';
import { useTab } from '../../../layout/tab.ts';
import { SIZE_TOKENS } from '../../../layout/theme.ts';
import { hasText } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useTotals } from '../data.ts';
import { equal } from '../equal.ts';
import { useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { listHead } from '../parts.ts';
import { useLatest } from '../use-latest.ts';
import { offers } from './actions.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Grid } from './Grid.tsx';
import { Pager, useTotalText } from './Pager.tsx';
import { RowMenu } from './RowMenu.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { NONE, refreshed, rowId, type Selection } from './selection.ts';
import { ListEmpty, ListSkeleton, LoadError } from './states.tsx';
import { changed, listIdentity } from './url-state.ts';
import { useActions } from './use-actions.tsx';
import { useColumns } from './use-columns.ts';
import { type MaskList, useList } from './use-list.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { ViewTabs } from './ViewTabs.tsx';

const ExportDialog = lazy(() => import('../transfer/ExportDialog.tsx').then((m) => ({ default: m.ExportDialog })));
const ImportDialog = lazy(() => import('../transfer/ImportDialog.tsx').then((m) => ({ default: m.ImportDialog })));
const RecordDrawer = lazy(() => import('../record/RecordDrawer.tsx').then((m) => ({ default: m.RecordDrawer })));

/** Fields with totals. Money is excluded if its currency differs by row. */
const totalFields = (mask: Mask): string[] =>
  mask.columns
    .map((column) => column.field)
    .filter((name) => {
      const spec = mask.fields[name];
      return spec?.total === true && !(spec.kind === 'money' && spec.currencyField);
    });

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

type Overlay = { kind: 'export'; rows: readonly Row[] } | { kind: 'import' } | { kind: 'record'; id: string } | null;

export function ListPage({ mask, path }: { mask: Mask; path: string }) {
  const t = useMaskT();
  const text = useText();
  const navigate = useNavigate();
  const { setTitle } = useTab();
  const list = useList(mask);
  const { state, query, go } = list;
  const { choice, columns, put, resize, move } = useColumns(mask);
  const { selection, setSelection } = useSelection(mask, list);
  const totals = useTotals(mask.area, {
    fields: totalFields(mask),
    search: state.search,
    filters: list.request.filters,
    trash: state.trash,
  });
  const [overlay, setOverlay] = useState<Overlay>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const rowHeight = SIZE_TOKENS[usePreferences((p) => p.size)].row;
  const mayCreate = useAllowed(`${mask.area}.create`) && offers(mask, 'create') && mask.form !== undefined && !state.trash;
  const mayImport = useAllowed(`${mask.area}.import`) && mask.import !== undefined && !state.trash;
  const mayExport = useAllowed(`${mask.area}.export`) && mask.download !== undefined;
  const maySeeTrash = useAllowed(`${mask.area}.recover`) && offers(mask, 'delete') && mask.deleted !== true;

  const actions = useActions({
    mask,
    path,
    trash: state.trash,
    onExport: (rows) => setOverlay({ kind: 'export', rows }),
    onDone: () => setSelection(NONE),
  });
  const head = listHead(mask.area);
  const inDrawer = mask.form?.layout === 'drawer';
  const open = useCallback(
    (id: string) => {
      if (inDrawer) setOverlay({ kind: 'record', id });
      else void navigate(`${path}/${encodeURIComponent(id)}`);
    },
    [inDrawer, navigate, path],
  );
  const onOpen = useCallback((row: Row) => open(rowId(row)), [open]);
  const onNew = mayCreate ? () => open('new') : null;
  useShortcuts({ '/': () => searchBox.current?.focus(), n: onNew });
  const title = text(mask.title);
  const known = typeof mask.title !== 'string' || hasText(mask.title);
  useEffect(
    function nameTheTab() {
      // Until the text is loaded, the tab keeps the menu's title.
      setTitle(known ? title : '');
    },
    [setTitle, title, known],
  );

  const live = useLatest(actions);
  const hasMenu = actions.row.length > 0;
  const menu = useMemo(() => (hasMenu ? (row: Row) => <RowMenu row={row} actions={live.current} /> : null), [hasMenu, live]);
  const page = query.data;
  const totalText = useTotalText();
  const filtered = state.search !== '' || state.filters.length > 0;
  const waiting = Boolean(mask.fixed ?? mask.open) && state.search === '' && !state.trash && equal(state.filters, mask.open ?? []);
  const selectable = actions.bulk.length > 0;

  return (
    <section className="m-list" aria-label={title}>
      <header className="m-list-head">
        <h1>{title}</h1>
        <FavouriteStar path={path} />
        {page ? <span className="m-count m-figures">{totalText(page.total, page.totalExact)}</span> : null}
        <SavedViews
          mask={mask}
          state={state}
          choice={choice}
          onApply={(next, columnChoice) => {
            if (columnChoice) put(columnChoice);
            go(next);
          }}
        />
        {/* After the first rows, so that they do not wait for this. */}
        {head && page ? <Suspense fallback={null}>{createElement(head)}</Suspense> : null}
        <span className="m-spring" />
        {actions.onList.map((action) => (
          <Button key={action.key} danger={action.danger} onClick={() => actions.run(action, [])}>
            {text(action.label)}
          </Button>
        ))}
        {mayImport ? <Button onClick={() => setOverlay({ kind: 'import' })}>{t('import.open')}</Button> : null}
        {onNew ? (
          <Button type="primary" onClick={onNew} aria-keyshortcuts="n">
            {t('new')}
          </Button>
        ) : null}
      </header>
      <ViewTabs
        mask={mask}
        state={state}
        ready={page !== undefined}
        onApply={(next, columnChoice) => {
          if (columnChoice) put(columnChoice);
          go(next);
        }}
      />
      <div className="m-toolbar">
        <SearchBox search={state.search} inputRef={searchBox} onSearch={(search) => go(changed(state, { search }), true)} />
        <FilterBar mask={mask} filters={state.filters} onChange={(filters) => go(changed(state, { filters }))} />
        <span className="m-spring" />
        {maySeeTrash ? (
          <Button type="text" aria-pressed={state.trash} onClick={() => go(changed(state, { trash: !state.trash }))}>
            {t(state.trash ? 'trash.leave' : 'trash.open')}
          </Button>
        ) : null}
        <ColumnMenu mask={mask} columns={columns} choice={choice} onChange={put} />
        {mayExport ? <Button onClick={() => setOverlay({ kind: 'export', rows: [] })}>{t('export.open')}</Button> : null}
      </div>
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
          selection={selectable ? selection : null}
          onSelection={setSelection}
          onOpen={onOpen}
          menu={menu}
          totals={page.data.length > 0 ? (totals.data ?? null) : null}
          stale={query.isPlaceholderData}
          estimate={rowHeight}
          instead={
            <ListEmpty
              area={mask.area}
              filtered={filtered}
              waiting={waiting}
              trash={state.trash}
              title={title}
              onClear={() => go(changed(state, { search: '', filters: [] }))}
              onNew={onNew}
              onImport={mayImport ? () => setOverlay({ kind: 'import' }) : null}
            />
          }
        />
      )}
      {query.isError && page ? (
        <p className="m-bar m-bar-stop" role="alert">
          {t('error.stale')}{' '}
          <Button type="link" onClick={() => void query.refetch()}>
            {t('error.retry')}
          </Button>
        </p>
      ) : null}
      <footer className="m-list-foot">
        <SelectionBar selection={selection} rows={page?.data ?? []} actions={actions} onSelection={setSelection} />
        <span className="m-spring" />
        <Pager list={list} />
      </footer>
      {actions.host}
      <Suspense fallback={null}>
        {overlay?.kind === 'export' ? (
          <ExportDialog mask={mask} request={list.request} columns={columns} rows={overlay.rows} onClose={() => setOverlay(null)} />
        ) : null}
        {overlay?.kind === 'import' ? <ImportDialog mask={mask} onClose={() => setOverlay(null)} /> : null}
        {overlay?.kind === 'record' ? (
          <RecordDrawer key={overlay.id} mask={mask} id={overlay.id} path={path} onClose={() => setOverlay(null)} onOpen={open} />
        ) : null}
      </Suspense>
    </section>
  );
}
