import { useRegisterActions } from '@refinedev/kbar';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { API } from '#contract/core/envelope';
import { useMenu } from '../../layout/menu.ts';
import { MODES, setMode, usePreferences } from '../../layout/preferences.ts';
import { SETUP_PATH, useSetup } from '../../pages/setup/use-setup.ts';
import { logout } from '../../providers/auth.ts';
import { loadNamespace, useLocale, useT } from '../../providers/i18n.ts';
import { type AreaAction, allActions } from '../../providers/routes.ts';
import { useRead } from '../../providers/use-call.ts';
import { allowed, useUser } from '../../providers/user.ts';
import { type Guide, loadGuide, useGuides } from '../help/guide.ts';
import { openHelp } from '../help/help.ts';
import { useSettled } from '../mask/use-settled.ts';
import { useReportArea } from '../report/area.ts';
import { type PaletteAction, useActions } from './actions.ts';
import { type Hit, helpActions, recordActions, screenActions, shellActions } from './entries.ts';

export type Openers = { onOpen: (action: AreaAction) => void; onReport: () => void };

const MIN_SEARCH = 2;
const WAIT = 200;
const NO_HITS: readonly Hit[] = [];

/** Actions of the shell itself. */
function useOwnActions({ onOpen, onReport }: Openers): PaletteAction[] {
  const t = useT();
  const mode = usePreferences((state) => state.mode);
  const navigate = useNavigate();
  const hasSetup = Boolean(useSetup().setup);
  const user = useUser();
  const mayReport = useReportArea() !== null;
  return useMemo(() => {
    const next = MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'system';
    const dialogs = user ? allActions().filter(({ privilege }) => allowed(privilege)) : [];
    return [
      ...(hasSetup ? [{ id: 'setup', icon: 'check-circle', title: t('menu.setup'), run: () => void navigate(SETUP_PATH) }] : []),
      ...dialogs.map((one) => ({ id: one.id, icon: one.icon, title: t(one.title), run: () => onOpen(one) })),
      ...(mayReport ? [{ id: 'report', icon: 'bug', title: t('shell.report.open'), run: onReport }] : []),
      { id: 'mode', icon: 'layout', title: `${t('mode.name')}: ${t(`mode.${next}`)}`, run: () => setMode(next) },
      { id: 'logout', icon: 'lock', title: t('session.logout'), run: () => logout('logout') },
    ];
  }, [mode, hasSetup, user, mayReport, onOpen, onReport, navigate, t]);
}

/** The server's search, after the user has paused. A newer query aborts the older call. `first`: this question has no answer yet. */
function useRecords(question: string): { hits: readonly Hit[]; busy: boolean; first: boolean } {
  const settled = useSettled(question, WAIT);
  const asks = question.length >= MIN_SEARCH;
  const { data, isFetching, isLoading, isPlaceholderData } = useRead<Hit[]>(`${API}/search`, {
    queryKey: ['search', settled],
    q: settled,
    handles: 'all',
    enabled: asks && settled.length >= MIN_SEARCH,
    keepFormer: true,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    hits: (asks && data) || NO_HITS,
    busy: asks && (settled !== question || isFetching),
    first: asks && (settled !== question || isLoading || isPlaceholderData),
  };
}

const NO_GUIDE: Guide = new Map();

/** The guide in the reader's language. Loaded once the palette is open. */
function useGuide(): Guide {
  const locale = useLocale();
  useEffect(
    function load() {
      void Promise.all([loadNamespace('help'), loadGuide(locale)]);
    },
    [locale],
  );
  return useGuides((state) => state.guides[locale]) ?? NO_GUIDE;
}

/** Registers the screens and actions that the user may use, the topics of the guide, and the records found by the server. `busy` while the search is in progress. */
export function usePermittedActions(question: string, { onOpen, onReport }: Openers): { busy: boolean } {
  const t = useT();
  const navigate = useNavigate();
  const menu = useMenu();
  const registered = useActions((state) => state.actions);
  const own = useOwnActions({ onOpen, onReport });
  const { hits, busy, first } = useRecords(question);
  const screens = useMemo(() => screenActions(menu, t, (path) => void navigate(path)), [menu, t, navigate]);
  const actions = useMemo(() => shellActions([...registered, ...own], t), [registered, own, t]);
  const records = useMemo(() => recordActions(hits, t, (path) => void navigate(path)), [hits, t, navigate]);
  const guide = useGuide();
  // Not before the records: Enter would open the help instead of the record that is about to be found.
  const help = useMemo(() => (first ? [] : helpActions(guide, t, openHelp)), [first, guide, t]);
  useRegisterActions(screens, [screens]);
  useRegisterActions(actions, [actions]);
  useRegisterActions(records, [records]);
  useRegisterActions(help, [help]);
  return { busy };
}
