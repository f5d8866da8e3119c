import { type KeyboardEvent, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../layout/icons.tsx';
import { useMenu } from '../layout/menu.ts';
import { MODES, setMode, usePreferences } from '../layout/preferences.ts';
import { setSetupHidden, useSetup } from '../pages/setup.ts';
import { logout } from '../providers/auth.ts';
import { lazyPage } from '../providers/chunks.ts';
import { useT } from '../providers/i18n.ts';
import { request } from '../providers/request.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useReportArea } from '../report/area.ts';
import { type PaletteAction, useActions } from './actions.ts';
import { actionEntries, type Entry, type Hit, matches, recordEntries, screenEntries } from './entries.ts';
import './palette.css';

const MessageDialog = lazyPage(async () => (await import('../resources/support/messages/MessageDialog.tsx')).MessageDialog);

const MIN_SEARCH = 2;
const WAIT = 200;
const SHOWN = 50;

function useRecords(question: string): { hits: Hit[]; busy: boolean } {
  const [found, setFound] = useState<{ question: string; hits: Hit[] }>({ question: '', hits: [] });
  const asks = question.length >= MIN_SEARCH;
  useEffect(
    function search() {
      if (!asks) return undefined;
      const abort = new AbortController();
      const timer = setTimeout(() => {
        request<Hit[]>('GET', '/v0/search', { q: question, signal: abort.signal, handles: 'all' }).then(
          (hits) => setFound({ question, hits }),
          () => undefined,
        );
      }, WAIT);
      return () => {
        clearTimeout(timer);
        abort.abort();
      };
    },
    [asks, question],
  );
  return { hits: asks ? found.hits : [], busy: asks && found.question !== question };
}

type Openers = { onWrite: () => void; onReport: () => void };

/** What the shell itself can do from here. */
function useOwnActions({ onWrite, onReport }: Openers): PaletteAction[] {
  const t = useT();
  const mode = usePreferences((state) => state.mode);
  const navigate = useNavigate();
  const hasSteps = useSetup() !== null;
  const mayWrite = useAllowed('messages.send');
  const mayReport = useReportArea() !== null;
  return useMemo(() => {
    const next = MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'system';
    const showSteps = (): void => {
      setSetupHidden(false);
      void navigate('/home');
    };
    return [
      ...(hasSteps ? [{ id: 'setup', icon: 'check-circle', title: t('home.setup.title'), run: showSteps }] : []),
      ...(mayWrite ? [{ id: 'message', icon: 'mail', title: t('messages.actions.write'), run: onWrite, keepsOpen: true }] : []),
      ...(mayReport ? [{ id: 'report', icon: 'bug', title: t('shell.report.open'), run: onReport }] : []),
      { id: 'mode', icon: 'layout', title: `${t('mode.name')}: ${t(`mode.${next}`)}`, run: () => setMode(next) },
      { id: 'logout', icon: 'lock', title: t('session.logout'), run: () => logout('logout') },
    ];
  }, [mode, hasSteps, mayWrite, mayReport, onWrite, onReport, navigate, t]);
}

function useEntries(question: string, openers: Openers): { entries: Entry[]; busy: boolean } {
  const t = useT();
  const menu = useMenu();
  const registered = useActions((state) => state.actions);
  const own = useOwnActions(openers);
  const { hits, busy } = useRecords(question);
  const entries = useMemo(() => {
    const known = [...screenEntries(menu, t), ...actionEntries([...registered, ...own])];
    const fitting = question === '' ? known : known.filter((one) => matches(`${one.title} ${one.hint}`, question));
    return [...fitting, ...recordEntries(hits, t)].slice(0, SHOWN);
  }, [menu, t, registered, own, question, hits]);
  return { entries, busy };
}

function Row({
  entry,
  at,
  chosen,
  first,
  onPick,
}: {
  entry: Entry;
  at: number;
  chosen: boolean;
  first: boolean;
  onPick: (entry: Entry) => void;
}) {
  const t = useT();
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
          {t(`shell.palette.${entry.group}`)}
        </li>
      )}
      <li ref={element} id={`palette-${at}`} role="option" aria-selected={chosen} onClick={() => onPick(entry)}>
        <Icon name={entry.icon} />
        <span>{entry.title}</span>
        <small>{entry.hint}</small>
      </li>
    </>
  );
}

/** Screens, actions and records, by typing. Ctrl/⌘-K opens it anywhere. A message is written in its place. */
export function Palette({ onClose, onReport }: { onClose: () => void; onReport: () => void }) {
  const [isWriting, setWriting] = useState(false);
  const write = useCallback(() => setWriting(true), []);
  if (!isWriting) return <Search onClose={onClose} onWrite={write} onReport={onReport} />;
  return (
    <Suspense fallback={null}>
      <MessageDialog onClose={onClose} />
    </Suspense>
  );
}

function Search({ onClose, ...openers }: Openers & { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries, busy } = useEntries(text.trim(), openers);
  const chosen = Math.min(at, Math.max(entries.length - 1, 0));
  useEffect(function open() {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
  }, []);
  const pick = (entry: Entry) => {
    if (!entry.keepsOpen) onClose();
    if (entry.path) void navigate(entry.path);
    else entry.run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method that is still composing owns these keys.
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    const entry = entries[chosen];
    if (event.key === 'ArrowDown') setAt((chosen + 1) % entries.length);
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + entries.length) % entries.length);
    else if (event.key === 'Enter' && entry) pick(entry);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="k-palette"
      aria-label={t('shell.search')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries.length > 0 ? `palette-${chosen}` : undefined}
        aria-label={t('shell.search')}
        placeholder={t('shell.palette.placeholder')}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="palette-list" role="listbox" aria-label={t('shell.search')} aria-busy={busy}>
        {entries.map((entry, i) => (
          <Row key={entry.id} entry={entry} at={i} chosen={i === chosen} first={entries[i - 1]?.group !== entry.group} onPick={pick} />
        ))}
      </ul>
      {entries.length === 0 && <p role="status">{busy ? t('shell.palette.searching') : t('shell.palette.nothing')}</p>}
    </dialog>
  );
}
