import { Activity, memo, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, Route, Routes, useLocation } from 'react-router';
import { matchRoute } from '../providers/routes.ts';
import { Page } from './Page.tsx';
import { panelId } from './TabBar.tsx';
import { TabContext } from './tab.ts';
import { type Tab, useTabs } from './tabs-store.ts';

const Body = memo(function Body({ tabKey }: { tabKey: string }) {
  const match = useMemo(() => matchRoute(tabKey), [tabKey]);
  return match && <Page match={match} />;
});

/** A view in its own scroll container; its place is put back when it is shown again. */
function Panel({ tab, location }: { tab: Tab; location: Location | string }) {
  const element = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  useLayoutEffect(function putScrollBack() {
    if (element.current) element.current.scrollTop = top.current;
  }, []);
  return (
    <div
      ref={element}
      id={panelId(tab.key)}
      role="tabpanel"
      aria-labelledby={`tab-${panelId(tab.key)}`}
      className="k-panel"
      tabIndex={-1}
      onScroll={(event) => {
        top.current = event.currentTarget.scrollTop;
      }}
    >
      <TabContext value={tab.key}>
        <Routes location={location}>
          <Route path="*" element={<Body tabKey={tab.key} />} />
        </Routes>
      </TabContext>
    </div>
  );
}

/**
 * All views that are kept alive. A hidden one keeps state, drafts and scroll, runs no effects, and stays on its own address:
 * `<Routes location>` gives each its own.
 */
export function TabPanels() {
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs((state) => state.active);
  const location = useLocation();
  const shown = tabs.filter((tab) => tab.key === active || (tab.alive && matchRoute(tab.key)?.route.cache !== false));
  return shown.map((tab) => (
    <Activity key={`${tab.key}#${tab.nonce}`} mode={tab.key === active ? 'visible' : 'hidden'}>
      <Panel tab={tab} location={tab.key === active && location.pathname === tab.key ? location : `${tab.key}${tab.search}`} />
    </Activity>
  ));
}
