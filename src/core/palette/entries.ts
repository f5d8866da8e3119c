import type { Action, ActionImpl } from '@refinedev/kbar';
import type { MenuEntry, MenuSection } from '../../layout/menu.ts';
import { mayOpen } from '../../providers/access.ts';
import type { Translate } from '../../providers/i18n.ts';
import { allRoutes, recordScreens } from '../../providers/routes.ts';
import type { PaletteAction } from './actions.ts';

/** A record as GET /v0/search returns it. */
export type Hit = { area: string; id: string; title: string; subtitle: string };
type Group = 'screens' | 'actions' | 'records';
type Open = (path: string) => void;

/** Groups with a higher number come first. */
const PRIORITY: Record<Group, number> = { screens: 3, actions: 2, records: 1 };
const SHOWN = 50;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of the query is in the text. */
export const matches = (text: string, question: string): boolean => {
  const within = plain(text);
  return plain(question)
    .split(/\s+/)
    .every((word) => within.includes(word));
};

const section = (group: Group, t: Translate) => ({ name: t(`shell.palette.${group}`), priority: PRIORITY[group] });
/** kbar also accepts a plain name as section. Ours always have a priority. */
const priorityOf = ({ section: own }: ActionImpl): number => (typeof own === 'object' ? own.priority : 0);
export const groupOf = ({ section: own }: ActionImpl): string => (typeof own === 'object' ? own.name : (own ?? ''));

export function screenActions(menu: readonly MenuSection[], t: Translate, open: Open): Action[] {
  const action = ({ path, icon, label }: MenuEntry, hint: string): Action => ({
    id: path,
    name: label,
    subtitle: hint,
    icon,
    section: section('screens', t),
    perform: () => open(path),
  });
  const screens = menu.flatMap(({ label, entries }) => entries.map((one) => action(one, label)));
  const own = allRoutes().find((route) => route.path === '/personal/settings');
  return own ? [...screens, action({ path: own.path, icon: own.icon, label: t(own.title) }, '')] : screens;
}

export const shellActions = (actions: readonly PaletteAction[], t: Translate): Action[] =>
  actions.map(({ id, title, icon, run }) => ({ id: `action:${id}`, name: title, icon, section: section('actions', t), perform: run }));

/** Other screens shown below a record. */
const SCREENS_BELOW = 3;

/** Each record once, with the other screens that show it below. Only records with a screen that the user may open. */
export function recordActions(hits: readonly Hit[], t: Translate, open: Open): Action[] {
  const once = new Map(hits.map((hit) => [`${hit.area}/${hit.id}`, hit]));
  return [...once].flatMap(([key, { area, id, title, subtitle }]): Action[] => {
    const [first, ...others] = recordScreens(area, id, mayOpen);
    if (!first) return [];
    const hint = [t(`menu.${area}`), subtitle].filter(Boolean).join(' · ');
    const below = others
      .filter(({ route }) => !route.hidden)
      .slice(0, SCREENS_BELOW)
      .map(
        ({ route, path }): Action => ({
          id: path,
          name: t(route.title),
          subtitle: route.section === 'home' ? '' : t(`menu.sections.${route.section}`),
          section: section('records', t),
          perform: () => open(path),
        }),
      );
    const record: Action = {
      id: key,
      name: title || id,
      subtitle: hint,
      icon: 'file-text',
      section: section('records', t),
      perform: () => open(first.path),
    };
    return [record, ...below];
  });
}

/** The entries for a query, by group. Records were matched by the server. */
export function shownActions(actions: readonly ActionImpl[], question: string): ActionImpl[] {
  const fits = (action: ActionImpl): boolean =>
    question === '' || priorityOf(action) === PRIORITY.records || matches(`${action.name} ${action.subtitle ?? ''}`, question);
  return actions
    .filter(fits)
    .sort((a, b) => priorityOf(b) - priorityOf(a))
    .slice(0, SHOWN);
}
