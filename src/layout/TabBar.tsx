import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { usePaletteActions } from '../core/palette/actions.ts';
import { useT } from '../providers/i18n.ts';
import { matchRoute } from '../providers/routes.ts';
import { Icon } from './icons.tsx';
import { MenuOnDemand } from './MenuOnDemand.tsx';
import { useTabCommands, useTabTitle } from './tab-commands.ts';
import { moveTab, type Tab, useTabs } from './tabs-store.ts';
import './tab-bar.css';

export const panelId = (key: string): string => `panel${key.replace(/\W/g, '-')}`;

function useMenuFor(tab: Tab, { close, refresh }: ReturnType<typeof useTabCommands>) {
  const t = useT();
  return () => ({
    items: [
      { key: 'refresh', label: t('shell.tabs.refresh') },
      { key: 'one', label: t('shell.tabs.close'), disabled: tab.pinned },
      { key: 'others', label: t('shell.tabs.closeOthers') },
      { key: 'all', label: t('shell.tabs.closeAll') },
    ],
    onClick: ({ key, domEvent }: { key: string; domEvent: { stopPropagation: () => void } }) => {
      domEvent.stopPropagation();
      void (key === 'one' || key === 'others' || key === 'all' ? close(tab.key, key) : refresh(tab.key));
    },
  });
}

/** A navigation renders the two tabs that change, and not all. */
const TabButton = memo(function TabButton({ tab, active, title }: { tab: Tab; active: boolean; title: string }) {
  const t = useT();
  const navigate = useNavigate();
  const commands = useTabCommands();
  const menu = useMenuFor(tab, commands);
  const { close } = commands;
  const element = useRef<HTMLDivElement>(null);
  useEffect(
    function keepInView() {
      if (!active || !title) return;
      // With the layout of the next frame. At once, the page would be laid out twice for each step.
      const frame = requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
      return () => cancelAnimationFrame(frame);
    },
    // A title that arrives later makes the tab wider.
    [active, title],
  );
  const show = () => void navigate(`${tab.key}${tab.search}`);
  const closeThis = () => {
    if (!tab.pinned) void close(tab.key, 'one');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete') closeThis();
    if (event.altKey && event.key === 'ArrowLeft') moveTab(tab.key, -1);
    else if (event.altKey && event.key === 'ArrowRight') moveTab(tab.key, 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <MenuOnDemand menu={menu} opens="contextMenu">
      <div
        ref={element}
        role="tab"
        id={`tab-${panelId(tab.key)}`}
        className="k-tab"
        tabIndex={active ? 0 : -1}
        aria-selected={active}
        aria-controls={active ? panelId(tab.key) : undefined}
        data-key={tab.key}
        onClick={show}
        onKeyDown={onKeyDown}
        onAuxClick={(event) => event.button === 1 && closeThis()}
      >
        {tab.pinned && <Icon name={matchRoute(tab.key)?.route.icon ?? 'home'} />}
        <span className="k-tab-title">{title}</span>
        {tab.dirty && <span className="k-tab-dirty" role="img" aria-label={t('shell.tabs.unsaved')} />}
        {!tab.pinned && (
          // For the mouse. The keyboard closes with Delete.
          <span
            className="k-tab-close"
            aria-hidden="true"
            title={t('shell.tabs.close')}
            onClick={(event) => {
              event.stopPropagation();
              closeThis();
            }}
          >
            ×
          </span>
        )}
      </div>
    </MenuOnDemand>
  );
});

/** Actions for the current view, also in the palette. */
function useTabActions(active: string): void {
  const t = useT();
  const { close, refresh } = useTabCommands();
  const actions = useMemo(
    () => [
      { id: 'tab.refresh', icon: 'rollback', title: t('shell.tabs.refreshThis'), run: () => void refresh(active) },
      { id: 'tab.others', icon: 'close-circle', title: t('shell.tabs.closeOtherViews'), run: () => void close(active, 'others') },
    ],
    [t, close, refresh, active],
  );
  usePaletteActions(actions);
}

/** The visited views as tabs. Arrow keys move between them, Delete closes, Alt and arrow keys reorder. */
export function TabBar() {
  const t = useT();
  const navigate = useNavigate();
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs((state) => state.active);
  const titleOf = useTabTitle();
  useTabActions(active);
  const bar = useRef<HTMLDivElement>(null);
  const closedByKey = useRef(false);
  useEffect(
    function followFocus() {
      if (!closedByKey.current) return;
      closedByKey.current = false;
      for (const button of bar.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])
        if (button.dataset.key === active) button.focus();
    },
    [active],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    closedByKey.current = event.key === 'Delete';
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.findIndex((tab) => tab.key === active);
    const next =
      event.key === 'Home' ? tabs[0] : event.key === 'End' ? tabs.at(-1) : step ? tabs[(at + step + tabs.length) % tabs.length] : undefined;
    if (!next) return;
    event.preventDefault();
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]');
    void navigate(`${next.key}${next.search}`);
    for (const button of buttons) if (button.dataset.key === next.key) button.focus();
  };
  return (
    <div ref={bar} className="k-tabs" role="tablist" aria-label={t('shell.tabs.label')} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <TabButton key={tab.key} tab={tab} active={tab.key === active} title={titleOf(tab)} />
      ))}
    </div>
  );
}
