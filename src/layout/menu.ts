import { type TreeMenuItem, useMenu as useMenuItems } from '@refinedev/core';
import { useMemo } from 'react';
import type { Section } from '../providers/routes.ts';

export type MenuEntry = { path: string; icon: string; label: string };
export type MenuSection = { section: Section; label: string; entries: MenuEntry[] };

const entriesOf = (items: readonly TreeMenuItem[]): MenuEntry[] =>
  items.flatMap(({ list, icon, label }) =>
    typeof list === 'string' ? [{ path: list, icon: typeof icon === 'string' ? icon : 'home', label: label ?? '' }] : [],
  );

/** The screens of the sidebar that the user may open, by section. */
export function useMenu(): MenuSection[] {
  const { menuItems } = useMenuItems();
  return useMemo(() => {
    const sections = menuItems.flatMap(({ meta, label, children }): MenuSection[] =>
      meta?.['section'] && children.length > 0 ? [{ section: meta['section'], label: label ?? '', entries: entriesOf(children) }] : [],
    );
    return [{ section: 'home', label: '', entries: entriesOf(menuItems) }, ...sections];
  }, [menuItems]);
}
