import { create } from 'zustand';
import { onSessionEnd } from '../providers/session.ts';
import { readJson, writeStored } from '../providers/storage.ts';

/** A visited view. `key` is its path: filters in the query change the same tab, another record is another tab. */
export type Tab = {
  key: string;
  search: string;
  /** Set by the page. If empty, the route's title is shown. */
  title: string;
  pinned: boolean;
  /** False after the limit unmounted the page. It is mounted again when it is shown. */
  alive: boolean;
  dirty: boolean;
  /** Incremented by "refresh", which remounts the page. */
  nonce: number;
  /** Incremented with each visit of any view. */
  usedAt: number;
};

/** Pages kept alive at a time. The least recently used page without unsaved work is unmounted first. */
export const ALIVE_LIMIT = 12;
/** Tabs at a time, Home included. The least recently used tab without unsaved work is closed first. */
export const TAB_LIMIT = 16;
const STORED = 'kontor-tabs';

type Kept = Pick<Tab, 'key' | 'search' | 'title' | 'pinned'>;
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  value.key.startsWith('/') &&
  'search' in value &&
  typeof value.search === 'string' &&
  'title' in value &&
  typeof value.title === 'string' &&
  'pinned' in value &&
  typeof value.pinned === 'boolean';
const areKept = (value: unknown): value is Kept[] => Array.isArray(value) && value.every(isKept);

/** Incremented when all views are closed. A view opened later under the same path is new and keeps no state. */
let generation = 0;

const fresh = ({ key, search, title, pinned }: Kept): Tab => ({
  key,
  search,
  title,
  pinned,
  alive: false,
  dirty: false,
  nonce: generation,
  usedAt: 0,
});

export const useTabs = create<{ tabs: readonly Tab[]; active: string }>(() => ({
  tabs: (readJson(STORED, areKept, 'tab') ?? []).map(fresh),
  active: '',
}));

let clock = 0;

function keep(tabs: readonly Tab[]): void {
  const kept: Kept[] = tabs.map(({ key, search, title, pinned }) => ({ key, search, title, pinned }));
  writeStored(STORED, JSON.stringify(kept), 'tab');
}

const set = (tabs: readonly Tab[], active = useTabs.getState().active): void => {
  keep(tabs);
  useTabs.setState({ tabs, active });
};

/** Unmounts views above the limit, except those with unsaved work and pinned ones. */
function withinLimit(tabs: readonly Tab[], active: string): readonly Tab[] {
  const alive = tabs.filter((tab) => tab.alive);
  if (alive.length <= ALIVE_LIMIT) return tabs;
  const [oldest] = alive.filter((tab) => !tab.dirty && !tab.pinned && tab.key !== active).sort((a, b) => a.usedAt - b.usedAt);
  return oldest ? tabs.map((tab) => (tab === oldest ? { ...tab, alive: false } : tab)) : tabs;
}

/** Closes tabs above the limit, except those with unsaved work and pinned ones. */
function withinTabLimit(tabs: readonly Tab[], active: string): readonly Tab[] {
  const closable = tabs.filter((tab) => !tab.dirty && !tab.pinned && tab.key !== active).sort((a, b) => a.usedAt - b.usedAt);
  const gone = new Set(closable.slice(0, Math.max(0, tabs.length - TAB_LIMIT)));
  return gone.size === 0 ? tabs : tabs.filter((tab) => !gone.has(tab));
}

const change = (key: string, part: Partial<Tab>): void => {
  const { tabs } = useTabs.getState();
  const tab = tabs.find((one) => one.key === key);
  if (!tab || Object.entries(part).every(([name, value]) => tab[name as keyof Tab] === value)) return;
  set(tabs.map((one) => (one === tab ? { ...one, ...part } : one)));
};

/** Shows the view of a path in its tab, or in a new one. */
export function visit(key: string, search: string, pinned = false): void {
  const { tabs, active } = useTabs.getState();
  const known = tabs.find((tab) => tab.key === key);
  if (known && active === key && known.search === search && known.alive) return;
  clock += 1;
  const usedAt = clock;
  const next = known
    ? tabs.map((tab) => (tab === known ? { ...tab, search, pinned: tab.pinned || pinned, alive: true, usedAt } : tab))
    : [...tabs, { ...fresh({ key, search, title: '', pinned }), alive: true, usedAt }];
  const ordered = [...next.filter((tab) => tab.pinned), ...next.filter((tab) => !tab.pinned)];
  set(withinLimit(withinTabLimit(ordered, key), key), key);
}

/** Keeps a tab for a pinned view, without showing it: it is mounted when it is visited. */
export function pin(key: string): void {
  const { tabs } = useTabs.getState();
  const known = tabs.find((tab) => tab.key === key);
  if (known?.pinned) return;
  const tab = known ? { ...known, pinned: true } : fresh({ key, search: '', title: '', pinned: true });
  const others = tabs.filter((one) => one !== known);
  set([...others.filter(({ pinned }) => pinned), tab, ...others.filter(({ pinned }) => !pinned)]);
}

export const setTabTitle = (key: string, title: string): void => change(key, { title });
export const setTabDirty = (key: string, dirty: boolean): void => change(key, { dirty });
export function refreshTab(key: string): void {
  const tab = useTabs.getState().tabs.find((one) => one.key === key);
  if (tab) change(key, { nonce: tab.nonce + 1, dirty: false });
}

/** The view to show after closing: the one used before. */
function lastUsed(tabs: readonly Tab[]): Tab | undefined {
  return [...tabs].sort((a, b) => b.usedAt - a.usedAt)[0];
}

export type Closing = 'one' | 'others' | 'all';

/** The tabs that a command would close. Pinned tabs are never closed. */
export function closingTabs(key: string, closing: Closing): Tab[] {
  return useTabs
    .getState()
    .tabs.filter((tab) => !tab.pinned && (closing === 'all' || (closing === 'one' ? tab.key === key : tab.key !== key)));
}

/** Closes tabs. Returns the path to show if the current view was among them. */
export function closeTabs(key: string, closing: Closing): string | null {
  const { tabs, active } = useTabs.getState();
  const gone = new Set(closingTabs(key, closing).map((tab) => tab.key));
  const left = tabs.filter((tab) => !gone.has(tab.key));
  const next = gone.has(active) ? (closing === 'others' ? left.find((tab) => tab.key === key) : lastUsed(left)) : undefined;
  set(left);
  if (!gone.has(active)) return null;
  return next ? `${next.key}${next.search}` : '/home';
}

/**
 * Turns the tab of a new record into the tab of the saved record, at its place: same tab, other view. If the record has a tab already, the
 * tab of the new one closes.
 */
export function replaceTab(key: string, by: string): void {
  const { tabs, active } = useTabs.getState();
  const tab = tabs.find((one) => one.key === key);
  if (!tab || key === by) return;
  const known = tabs.some((one) => one.key === by);
  clock += 1;
  const saved: Tab = { ...fresh({ key: by, search: '', title: '', pinned: false }), alive: true, usedAt: clock };
  const next = known ? tabs.filter((one) => one !== tab) : tabs.map((one) => (one === tab ? saved : one));
  set(next, active === key ? by : active);
}

/** Closes views that the user may no longer open. */
export function keepTabs(may: (key: string) => boolean): void {
  const { tabs } = useTabs.getState();
  const left = tabs.filter((tab) => may(tab.key));
  if (left.length !== tabs.length) set(left);
}

export function moveTab(key: string, by: -1 | 1): void {
  const tabs = [...useTabs.getState().tabs];
  const from = tabs.findIndex((tab) => tab.key === key);
  const [tab, other] = [tabs[from], tabs[from + by]];
  if (!tab || !other || tab.pinned !== other.pinned) return;
  tabs[from] = other;
  tabs[from + by] = tab;
  set(tabs);
}

export function clearTabs(): void {
  generation += 1;
  set([], '');
}
onSessionEnd(clearTabs);

export const anyDirty = (): boolean => useTabs.getState().tabs.some((tab) => tab.dirty);
