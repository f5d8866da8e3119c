import { type TreeMenuItem, useMenu as useMenuItems } from '@refinedev/core';
import { createContext, useContext, useMemo } from 'react';
import { isSameEntry } from '../providers/resources.ts';
import { type AppRoute, allRoutes, GROUPS, type Group, type Section } from '../providers/routes.ts';

export type MenuEntry = { path: string; icon: string; label: string; group?: Group };
export type MenuSection = { section: Section; label: string; entries: MenuEntry[] };

const entriesOf = (items: readonly TreeMenuItem[]): MenuEntry[] =>
  items.flatMap(({ list, icon, label, meta }) =>
    typeof list === 'string'
      ? [
          {
            path: list,
            icon: typeof icon === 'string' ? icon : 'home',
            label: label ?? '',
            ...(meta?.['group'] && { group: meta['group'] }),
          },
        ]
      : [],
  );

/** Menus of up to this many screens have no sections and no favourites: everything is in sight. */
const FLAT_MOST = 8;

/** Whether the screens are few enough to be listed without sections. */
export const isFlat = (menu: readonly MenuSection[]): boolean =>
  menu.reduce((sum, { section, entries }) => (section === 'home' ? sum : sum + entries.length), 0) <= FLAT_MOST;

export type MenuGroup = { group: Group | ''; entries: MenuEntry[] };

/** The entries of a section below its headings. A section that is short for this user has no headings and keeps the order of its screens. */
export function groupsOf(entries: MenuEntry[]): MenuGroup[] {
  if (entries.length <= FLAT_MOST) return [{ group: '', entries }];
  return (['', ...GROUPS] as const).flatMap((group) => {
    const own = entries.filter((entry) => (entry.group ?? '') === group);
    return own.length > 0 ? [{ group, entries: own }] : [];
  });
}

type Screen = Pick<AppRoute, 'path' | 'under'> & Partial<Pick<AppRoute, 'title' | 'section' | 'mask'>>;
const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/**
 * The entry of the current screen. The path of one screen may begin with the path of another: the longest match is the screen. `unlisted`:
 * screens without an entry, and whose entry is marked for them: the one they name, or that of the same list under another path.
 */
export function entryAt(menu: readonly MenuSection[], pathname: string, unlisted: readonly Screen[] = allRoutes()): string | undefined {
  const entries = menu.flatMap((section) => section.entries.map(({ path }) => path));
  const match = longestAt(entries, pathname);
  const closer = unlisted.filter(({ path }) => path.length > (match?.length ?? 0) && isBelow(pathname, path));
  for (const screen of closer.sort((a, b) => b.path.length - a.path.length)) {
    const entry = screen.under ?? (screen.mask && sameListAs(screen, entries, unlisted));
    if (entry !== undefined) return entries.find((path) => path === entry);
  }
  return match;
}

const longestAt = (paths: readonly string[], pathname: string): string | undefined =>
  paths.filter((path) => isBelow(pathname, path)).sort((a, b) => b.length - a.length)[0];

function sameListAs(screen: Screen, entries: readonly string[], screens: readonly Screen[]): string | undefined {
  const same = new Set(screens.filter((one) => isSameEntry(screen, one)).map(({ path }) => path));
  return entries.find((path) => same.has(path));
}

/**
 * The screens of the sidebar that the user may open, by section. Built once for the shell, outside `AtPlace`: refine builds its menu anew
 * for each component that asks, and wherever the location changes with each navigation.
 */
export function useShellMenu(): MenuSection[] {
  const { menuItems } = useMenuItems();
  return useMemo(() => {
    const sections = menuItems.flatMap(({ meta, label, children }): MenuSection[] =>
      meta?.['section'] && children.length > 0 ? [{ section: meta['section'], label: label ?? '', entries: entriesOf(children) }] : [],
    );
    return [{ section: 'home', label: '', entries: entriesOf(menuItems) }, ...sections];
  }, [menuItems]);
}

export const MenuContext = createContext<readonly MenuSection[]>([]);

/** The menu of the shell around this component. */
export const useMenu = (): readonly MenuSection[] => useContext(MenuContext);
