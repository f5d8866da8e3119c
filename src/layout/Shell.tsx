import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { NavigationType } from 'react-router';
import { useHelp } from '../core/help/help.ts';
import { useHelpKey } from '../core/help/use-help-key.ts';
import { useTour } from '../core/tour/tour.ts';
import { mayOpen } from '../providers/access.ts';
import { lazyPart } from '../providers/chunks.ts';
import { loadNamespace, useT } from '../providers/i18n.ts';
import { allRoutes, matchRoute } from '../providers/routes.ts';
import { AtPlace, type Place, usePlace } from '../providers/steady-router.tsx';
import { useUser, useUserStore } from '../providers/user.ts';
import { isStationPath } from '../scan/paths.ts';
import { BottomBar } from './BottomBar.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { setSidebar, usePreferences } from './preferences.ts';
import './shell.css';
import { MOBILE_BELOW } from '#contract/core/limits';
import { MenuContext, useShellMenu } from './menu.ts';
import { Person } from './Person.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useSessionWatch } from './session-watch.ts';
import { TabBar } from './TabBar.tsx';
import { TabPanels } from './TabPanels.tsx';
import { type Dialog, TopBar } from './TopBar.tsx';
import { useTabTitle } from './tab-commands.ts';
import { anyDirty, keepTabs, pin, replaceTab, useTabs, visit } from './tabs-store.ts';

const query = (): MediaQueryList => window.matchMedia(`(max-width: ${MOBILE_BELOW - 1}px)`);

const subscribe = (listener: () => void): (() => void) => {
  const media = query();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Below 992 px the sidebar is closed and opens over the page. */
const useMobile = (): boolean => useSyncExternalStore(subscribe, () => query().matches);

const Palette = lazyPart(async () => (await import('../core/palette/Palette.tsx')).Palette);
const ErrorLogDialog = lazyPart(async () => (await import('./ErrorLogDialog.tsx')).ErrorLogDialog);
const ReportDialog = lazyPart(async () => (await import('../core/report/ReportDialog.tsx')).ReportDialog);
const RightPanel = lazyPart(async () => (await import('./RightPanel.tsx')).RightPanel);
const HelpPanel = lazyPart(async () => (await Promise.all([import('../core/help/HelpPanel.tsx'), loadNamespace('help')]))[0].HelpPanel);
const HelpSheet = lazyPart(async () => (await Promise.all([import('../scan/parts/HelpSheet.tsx'), loadNamespace('help')]))[0].HelpSheet);

const TourPanel = lazyPart(async () => (await Promise.all([import('../core/tour/TourPanel.tsx'), loadNamespace('tour')]))[0].TourPanel);

/** Whether a form for a new record was left for a record of the same screen: it was saved. */
function isSavedNew(from: string, to: string): boolean {
  const [form, record] = [matchRoute(from), matchRoute(to)];
  return from !== to && form?.params['id'] === 'new' && record?.kind === 'record' && form.route === record.route;
}

/** Restores the tabs: pinned views first, without views that the user may no longer open. */
function useTabsOf(pathname: string, { location: { search }, navigationType }: Place): void {
  const user = useUser();
  const pending = useUserStore((state) => state.routesPending);
  const replaces = navigationType === NavigationType.Replace;
  useLayoutEffect(
    function openPinned() {
      if (user === null || pending) return;
      keepTabs(mayOpen);
      // Not shown: the permitted screens may arrive after the screen that the reader wanted.
      for (const route of allRoutes()) if (route.pinned && mayOpen(route.path)) pin(route.path);
    },
    [user, pending],
  );
  useLayoutEffect(
    function openTab() {
      if (user === null) return;
      const { active } = useTabs.getState();
      if (replaces && isSavedNew(active, pathname)) replaceTab(active, pathname);
      visit(pathname, search, matchRoute(pathname)?.route.pinned);
    },
    [pathname, search, user, replaces],
  );
  useEffect(function guardUnsaved() {
    const ask = (event: BeforeUnloadEvent) => {
      if (anyDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}

function useDocumentTitle(pathname: string): void {
  const t = useT();
  const titleOf = useTabTitle();
  const title = useTabs((state) => state.tabs.find((tab) => tab.key === pathname)?.title ?? '');
  const text = `${titleOf({ key: pathname, title })} · ${t('app.name')}`;
  useEffect(
    function nameDocument() {
      document.title = text;
    },
    [text],
  );
}

/** The palette is counted by requests and closes itself. Of the other dialogs, at most one is open. */
function useDialogs() {
  const [dialog, setDialog] = useState<Dialog>(null);
  const [requests, setRequests] = useState(0);
  const open = useCallback((next: Dialog) => {
    setDialog(next);
    if (next === 'palette') setRequests((before) => before + 1);
  }, []);
  const report = useCallback(() => open('report'), [open]);
  useEffect(
    function askForPaletteByKey() {
      const onKey = (event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
        // kbar listens for the same keys once it is loaded, and ignores events that are already handled.
        event.preventDefault();
        open('palette');
      };
      window.addEventListener('keydown', onKey);
      return () => window.removeEventListener('keydown', onKey);
    },
    [open],
  );
  return { dialog, requests, open, report };
}

/** Beside the logo. Its sentence is shown under the pointer and read aloud. */
function SampleTag() {
  const t = useT();
  return (
    <span className="k-sample-tag" title={t('sample.banner')}>
      <span aria-hidden="true">{t('sample.tag')}</span>
      <span className="k-hidden">{t('sample.banner')}</span>
    </span>
  );
}

/** Sidebar, top bar, tabs and the visited views. All but tabs and views may read the place with the router's hooks. */
export function Shell() {
  const t = useT();
  const place = usePlace();
  const { pathname } = place.location;
  const menu = useShellMenu();
  const mobile = useMobile();
  const sidebar = usePreferences((state) => state.sidebar);
  const user = useUser();
  const [overPage, setOverPage] = useState(false);
  const { dialog, requests, open: openDialog, report } = useDialogs();
  useTabsOf(pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname, place);
  useDocumentTitle(pathname);
  useSessionWatch();
  useHelpKey();
  const help = useHelp((state) => state.open);
  const job = useTour((state) => state.job);
  const atStation = isStationPath(pathname);
  const open = mobile ? overPage : sidebar;
  const close = () => openDialog(null);
  return (
    <MenuContext value={menu}>
      <div className="k-shell" data-device={mobile ? 'mobile' : 'desktop'} data-sidebar={open ? 1 : 0}>
        <a className="k-skip" href="#main">
          {t('shell.skip')}
        </a>
        {open && (
          <aside className="k-sidebar">
            <div className="k-brand">
              <img src="/kontor.svg" alt="" width="24" height="24" />
              {t('app.name')}
              {user?.sample && <SampleTag />}
            </div>
            <AtPlace>
              <Sidebar {...(mobile ? { onNavigate: () => setOverPage(false) } : {})} />
              {!mobile && <Person onReport={report} />}
            </AtPlace>
          </aside>
        )}
        {mobile && open && <button type="button" className="k-cover" aria-label={t('buttons.close')} onClick={() => setOverPage(false)} />}
        <div className="k-work">
          <AtPlace>
            <TopBar
              menuOpen={open}
              withPerson={mobile || !open}
              onMenu={() => (mobile ? setOverPage(!overPage) : setSidebar(!sidebar))}
              onOpen={openDialog}
            />
          </AtPlace>
          <section className="k-frame" aria-label={t('shell.tabs.label')}>
            <TabBar />
          </section>
          <div className="k-sheet">
            <NoticeBar />
            <main id="main" className="k-main" tabIndex={-1}>
              <TabPanels />
            </main>
          </div>
          {mobile && (
            <AtPlace>
              <BottomBar menuOpen={overPage} onMenu={() => setOverPage(true)} />
            </AtPlace>
          )}
        </div>
        {help && !atStation && <HelpPanel mobile={mobile} />}
        {help && atStation && <HelpSheet />}
        <AtPlace>
          {user?.sample && job && <TourPanel job={job} />}
          {requests > 0 && <Palette requests={requests} onReport={report} />}
          {dialog === 'errors' && <ErrorLogDialog open onClose={close} />}
          {dialog === 'report' && <ReportDialog onClose={close} />}
          {dialog === 'settings' && <RightPanel open onClose={close} />}
        </AtPlace>
      </div>
    </MenuContext>
  );
}
