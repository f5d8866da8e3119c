import {
  type ActionImpl,
  getListboxItemId,
  KBAR_LISTBOX,
  KBarPortal,
  KBarProvider,
  KBarSearch,
  useKBar,
  VisualState,
} from '@refinedev/kbar';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import type { AreaAction } from '../../providers/routes.ts';
import { groupOf, shownActions } from './entries.ts';
import { type Openers, usePermittedActions } from './use-palette-actions.ts';
import './palette.css';

/** No animation. The native modal dialog already keeps the page behind it from scrolling. */
const OPTIONS = { animations: { enterMs: 0, exitMs: 0 }, disableDocumentLock: true };

type RowProps = { action: ActionImpl; at: number; chosen: boolean; first: boolean; onPick: (action: ActionImpl) => void };

function Row({ action, at, chosen, first, onPick }: RowProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(
    function keepInView() {
      if (chosen) element.current?.scrollIntoView({ block: 'nearest' });
    },
    [chosen],
  );
  return (
    <>
      {first && (
        <li role="presentation" className="k-palette-group">
          {groupOf(action)}
        </li>
      )}
      <li
        ref={element}
        id={getListboxItemId(at)}
        role="option"
        aria-selected={chosen}
        onClick={() => onPick(action)}
        data-below={action.icon === undefined || undefined}
      >
        {typeof action.icon === 'string' && <Icon name={action.icon} />}
        <div>
          <span>{action.name}</span>
          <small>{action.subtitle}</small>
        </div>
      </li>
    </>
  );
}

type SearchProps = Openers & { onPick: (action: ActionImpl) => void };

function Search({ onPick, ...openers }: SearchProps) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const { query, search, active, all } = useKBar((state) => ({
    search: state.searchQuery,
    active: state.activeIndex,
    all: state.actions,
  }));
  const question = search.trim();
  const { busy } = usePermittedActions(question, openers);
  const shown = useMemo(() => shownActions(Object.values(all), question), [all, question]);
  const chosen = Math.min(active, Math.max(shown.length - 1, 0));
  const close = () => query.setVisualState(VisualState.animatingOut);
  const [awaited, setAwaited] = useState<string | null>(null);
  const best = awaited !== null && awaited === question ? shown[0] : undefined;
  useEffect(
    function pickBestOnceFound() {
      if (best) onPick(best);
    },
    [best, onPick],
  );
  useLayoutEffect(function openModally() {
    const element = dialog.current;
    element?.showModal();
    // `close` restores the focus. Removing an open dialog from the page would not.
    return () => element?.close();
  }, []);
  useEffect(
    function keepActiveOneShown() {
      if (chosen !== active) query.setActiveIndex(chosen);
    },
    [chosen, active, query],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // These keys belong to an input method that is composing. kbar listens on the window.
    if (event.nativeEvent.isComposing) return event.stopPropagation();
    // kbar's state follows the input with a delay. Enter must use the typed text, not the rendered list.
    const typed = event.currentTarget.value.trim();
    const [list, at] = typed === question ? [shown, chosen] : [shownActions(Object.values(all), typed), 0];
    const action = list[at];
    // Enter before the actions are registered or the records found: it is kept for this text.
    if (action === undefined) return event.key === 'Enter' ? setAwaited(typed) : undefined;
    if (event.key === 'ArrowDown') query.setActiveIndex((chosen + 1) % shown.length);
    else if (event.key === 'ArrowUp') query.setActiveIndex((chosen - 1 + shown.length) % shown.length);
    else if (event.key === 'Enter') onPick(action);
    else return undefined;
    return event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="k-palette"
      aria-label={t('shell.search')}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <KBarSearch
        aria-label={t('shell.search')}
        defaultPlaceholder={t('shell.palette.placeholder')}
        onChange={() => {
          setAwaited(null);
          query.setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={KBAR_LISTBOX} role="listbox" aria-label={t('shell.search')} aria-busy={busy}>
        {shown.map((action, i) => {
          const before = shown[i - 1];
          const first = before === undefined || groupOf(before) !== groupOf(action);
          return <Row key={action.id} action={action} at={i} chosen={i === chosen} first={first} onPick={onPick} />;
        })}
      </ul>
      {shown.length === 0 && question !== '' && (
        // KBarSearch refers to an active entry even if there is none.
        <p role="status" id={getListboxItemId(0)}>
          {t(busy ? 'shell.palette.searching' : 'shell.palette.nothing')}
        </p>
      )}
    </dialog>
  );
}

/** Toggles with each request. Runs the chosen action after the palette has closed, so that what it opens keeps the focus. */
function usePicked(requests: number): (action: ActionImpl) => void {
  const { query, isHidden } = useKBar((state) => ({ isHidden: state.visualState === VisualState.hidden }));
  const answered = useRef(0);
  const picked = useRef<ActionImpl | null>(null);
  useEffect(
    function answerRequest() {
      if (answered.current === requests) return;
      answered.current = requests;
      query.setActiveIndex(0);
      query.toggle();
    },
    [requests, query],
  );
  useEffect(
    function runPicked() {
      if (!isHidden || picked.current === null) return;
      const action = picked.current;
      picked.current = null;
      action.command?.perform();
    },
    [isHidden],
  );
  return useCallback(
    (action) => {
      picked.current = action;
      query.setVisualState(VisualState.animatingOut);
    },
    [query],
  );
}

function Bar({ requests, onReport }: Props) {
  const [opened, setOpened] = useState<AreaAction | null>(null);
  const Dialog = opened?.dialog;
  const onPick = usePicked(requests);
  return (
    <>
      <KBarPortal>
        <Search onPick={onPick} onOpen={setOpened} onReport={onReport} />
      </KBarPortal>
      {Dialog && <Dialog onClose={() => setOpened(null)} />}
    </>
  );
}

/** `requests`: how often the palette was requested, by Ctrl or ⌘ with K or by its button. */
type Props = { requests: number; onReport: () => void };

/** The command palette: finds screens, actions and records by typing. Loaded on the first request and kept. */
export function Palette(props: Props) {
  return (
    <KBarProvider options={OPTIONS}>
      <Bar {...props} />
    </KBarProvider>
  );
}
