import { create } from 'zustand';
import { onSessionEnd } from '../providers/session.ts';
import { readJson, writeStored } from '../providers/storage.ts';

/** A visited view. `key` is its path: filters in the query change in place, another record is another tab. */
export type Tab = {
  key: string;
  search: string;
  /** Set by the page; else the route's title is shown. */
  title: string;
  pinned: boolean;
  /** False after the cap pushed it out: its page is built anew when it is shown again. */
  alive: boolean;
  dirty: boolean;
  /** Raised by "refresh": the page is built anew. */
  nonce: number;
  /** Rises with each visit of any view. */
  usedAt: number;
};

/** Pages kept alive at a time; the least used clean one goes first. */
export const ALIVE_LIMIT = 12;
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

/** Rises when all views are dropped: one opened again later under the same path is a new one, and keeps nothing. */
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

/** Unsaved work and pinned views are never pushed out. */
function withinLimit(tabs: readonly Tab[], active: string): readonly Tab[] {
  const alive = tabs.filter((tab) => tab.alive);
  if (alive.length <= ALIVE_LIMIT) return tabs;
  const [oldest] = alive.filter((tab) => !tab.dirty && !tab.pinned && tab.key !== active).sort((a, b) => a.usedAt - b.usedAt);
  return oldest ? tabs.map((tab) => (tab === oldest ? { ...tab, alive: false } : tab)) : tabs;
}

const change = (key: string, part: Partial<Tab>): void => {
  const { tabs } = useTabs.getState();
  const tab = tabs.find((one) => one.key === key);
  if (!tab || Object.entries(part).every(([name, value]) => tab[name as keyof Tab] === value)) return;
  set(tabs.map((one) => (one === tab ? { ...one, ...part } : one)));
};

/** Shows the view of a path: its tab if there is one, else a new one. */
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
  set(withinLimit(ordered, key), key);
}

export const setTabTitle = (key: string, title: string): void => change(key, { title });
export const setTabDirty = (key: string, dirty: boolean): void => change(key, { dirty });
export function refreshTab(key: string): void {
  const tab = useTabs.getState().tabs.find((one) => one.key === key);
  if (tab) change(key, { nonce: tab.nonce + 1, dirty: false });
}

/** Where to go after closing: the view used before. */
function lastUsed(tabs: readonly Tab[]): Tab | undefined {
  return [...tabs].sort((a, b) => b.usedAt - a.usedAt)[0];
}

export type Closing = 'one' | 'others' | 'all';

/** The tabs a command would close. Pinned ones never are. */
export function closingTabs(key: string, closing: Closing): Tab[] {
  return useTabs
    .getState()
    .tabs.filter((tab) => !tab.pinned && (closing === 'all' || (closing === 'one' ? tab.key === key : tab.key !== key)));
}

/** Closes them and returns where to go when the shown view was among them. */
export function closeTabs(key: string, closing: Closing): string | null {
  const { tabs, active } = useTabs.getState();
  const gone = new Set(closingTabs(key, closing).map((tab) => tab.key));
  const left = tabs.filter((tab) => !gone.has(tab.key));
  const next = gone.has(active) ? (closing === 'others' ? left.find((tab) => tab.key === key) : lastUsed(left)) : undefined;
  set(left);
  if (!gone.has(active)) return null;
  return next ? `${next.key}${next.search}` : '/home';
}

/** Views that the reader may no longer open are dropped. */
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
