import type { MenuEntry, MenuSection } from '../layout/menu.ts';
import { mayOpen } from '../providers/access.ts';
import type { Translate } from '../providers/i18n.ts';
import { allRoutes, recordPath } from '../providers/routes.ts';
import type { PaletteAction } from './actions.ts';

export type Entry = {
  id: string;
  group: 'screens' | 'actions' | 'records';
  icon: string;
  title: string;
  hint: string;
  path?: string;
  run?: () => void;
  keepsOpen?: boolean;
};
/** A record as GET /v0/search tells it. */
export type Hit = { area: string; id: string; title: string; subtitle: string };

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word of the question somewhere in the text. */
export const matches = (text: string, question: string): boolean => {
  const within = plain(text);
  return plain(question)
    .split(/\s+/)
    .every((word) => within.includes(word));
};

export function screenEntries(menu: readonly MenuSection[], t: Translate): Entry[] {
  const entry = ({ path, icon, label }: MenuEntry, hint: string): Entry => ({ id: path, group: 'screens', icon, title: label, hint, path });
  const screens = menu.flatMap(({ label, entries }) => entries.map((one) => entry(one, label)));
  const own = allRoutes().find((route) => route.path === '/personal/settings');
  return own ? [...screens, entry({ path: own.path, icon: own.icon, label: t(own.title) }, '')] : screens;
}

export const actionEntries = (actions: readonly PaletteAction[]): Entry[] =>
  actions.map(({ id, ...action }) => ({ id: `action:${id}`, group: 'actions', hint: '', ...action }));

/** Only records that some open screen shows. */
export function recordEntries(hits: readonly Hit[], t: Translate): Entry[] {
  return hits.flatMap(({ area, id, title, subtitle }) => {
    const path = recordPath(area, id, mayOpen);
    if (path === null) return [];
    const hint = [t(`menu.${area}`), subtitle].filter(Boolean).join(' · ');
    return [{ id: `${area}/${id}`, group: 'records' as const, icon: 'file-text', title: title || id, hint, path }];
  });
}
