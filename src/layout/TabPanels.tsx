import { Activity, memo, useLayoutEffect, useMemo, useRef } from 'react';
import { UNSAFE_LocationContext as LocationContext, NavigationType } from 'react-router';
import { matchRoute } from '../providers/routes.ts';
import { usePlace } from '../providers/steady-router.tsx';
import { Page } from './Page.tsx';
import { panelId } from './TabBar.tsx';
import { TabContext } from './tab.ts';
import { type Tab, useTabs } from './tabs-store.ts';

const Body = memo(function Body({ tabKey }: { tabKey: string }) {
  const match = useMemo(() => matchRoute(tabKey), [tabKey]);
  return match && <Page match={match} />;
});

type PanelProps = { tabKey: string; search: string; hash: string };

/**
 * A view in its own scroll container, whose position is restored when it is shown again. Each view has its own router location, which does
 * not change while others are visited. No changing location may lie above it, or each navigation would render it (`SteadyRouter`).
 */
const Panel = memo(function Panel({ tabKey, search, hash }: PanelProps) {
  const element = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  const place = useMemo(
    () => ({ location: { pathname: tabKey, search, hash, state: null, key: 'default' }, navigationType: NavigationType.Pop }),
    [tabKey, search, hash],
  );
  useLayoutEffect(function putScrollBack() {
    if (element.current) element.current.scrollTop = top.current;
  }, []);
  return (
    <div
      ref={element}
      id={panelId(tabKey)}
      role="tabpanel"
      aria-labelledby={`tab-${panelId(tabKey)}`}
      className="k-panel"
      tabIndex={-1}
      onScroll={(event) => {
        top.current = event.currentTarget.scrollTop;
      }}
    >
      <TabContext value={tabKey}>
        <LocationContext value={place}>
          <Body tabKey={tabKey} />
        </LocationContext>
      </TabContext>
    </div>
  );
});

/** All views that are kept alive. A hidden view keeps state, drafts, scroll position and URL, and runs no effects. */
export function TabPanels() {
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs((state) => state.active);
  const { location } = usePlace();
  const shown = tabs.filter((tab) => tab.key === active || (tab.alive && matchRoute(tab.key)?.route.cache !== false));
  const placeOf = (tab: Tab): PanelProps =>
    tab.key === active && location.pathname === tab.key
      ? { tabKey: tab.key, search: location.search, hash: location.hash }
      : { tabKey: tab.key, search: tab.search, hash: '' };
  return shown.map((tab) => (
    <Activity key={`${tab.key}#${tab.nonce}`} mode={tab.key === active ? 'visible' : 'hidden'}>
      <Panel {...placeOf(tab)} />
    </Activity>
  ));
}
