import type { Action, ActionImpl } from '@refinedev/kbar';
import type { MenuEntry, MenuSection } from '../../layout/menu.ts';
import { mayOpen } from '../../providers/access.ts';
import type { Translate } from '../../providers/i18n.ts';
import { allRoutes, listPath, recordPath } from '../../providers/routes.ts';
import type { Guide } from '../help/guide.ts';
import type { PaletteAction } from './actions.ts';

/** A record as GET /v0/search returns it. */
export type Hit = { area: string; id: string; title: string; subtitle: string };
type Group = 'screens' | 'actions' | 'records' | 'help';
type Open = (path: string) => void;

/** Groups with a higher number come first. */
const PRIORITY: Record<Group, number> = { screens: 3, actions: 2, records: 1, help: 0 };
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

/** The pages of the guide. Found by their title and words. */
export const helpActions = (guide: Guide, t: Translate, open: (topic: string) => void): Action[] =>
  [...guide].map(([topic, { title, words }]) => ({
    id: `help:${topic}`,
    name: t('help.about', { topic: title }),
    keywords: words,
    icon: 'question',
    section: section('help', t),
    perform: () => open(topic),
  }));

/** The name of a record: its number or SKU, without what a title says after it. */
const nameOf = ({ title, id }: Hit): string => title.split(' · ')[0] || id;
const isSame = (one: Hit, other: Hit): boolean => one.title === other.title && one.subtitle === other.subtitle;

/**
 * Each name once, as the record of the first area that has it, such as an item. Below it are the screens on which the same name was found,
 * such as its stock and its moves. Another record of the same area with the same name stays a record of its own.
 */
function byRecord(hits: readonly Hit[]): { hit: Hit; areas: string[] }[] {
  const groups: { hit: Hit; areas: string[] }[] = [];
  for (const hit of hits) {
    const group = groups.find((one) => nameOf(one.hit) === nameOf(hit));
    if (!group || (group.hit.area === hit.area && !isSame(group.hit, hit))) groups.push({ hit, areas: [] });
    else if (group.hit.id !== hit.id && !group.areas.includes(hit.area)) group.areas.push(hit.area);
  }
  return groups;
}

/** Records with the screens below them. Only those that the user may open. */
export function recordActions(hits: readonly Hit[], t: Translate, open: Open): Action[] {
  const own = { section: section('records', t) };
  const permitted = hits.filter(({ area, id }) => recordPath(area, id, mayOpen) !== null);
  return byRecord(permitted).flatMap(({ hit, areas }): Action[] => {
    const name = nameOf(hit);
    const path = recordPath(hit.area, hit.id, mayOpen) ?? '';
    const hint = [t(`menu.${hit.area}`), hit.subtitle].filter(Boolean).join(' · ');
    const record = {
      ...own,
      id: `${hit.area}/${hit.id}`,
      name: hit.title || hit.id,
      subtitle: hint,
      icon: 'file-text',
      perform: () => open(path),
    };
    const below = areas.map((area): Action => {
      const list = `${listPath(area, mayOpen) ?? ''}?${new URLSearchParams({ q: name })}`;
      return { ...own, id: `${hit.area}/${hit.id}/${area}`, name: t(`menu.${area}`), subtitle: '', perform: () => open(list) };
    });
    return [record, ...below];
  });
}

/** A title that is the query comes first, then one that begins with it: "Users" before "Carrier users". */
function titleRank(name: string, question: string): number {
  const [title, wanted] = [plain(name), plain(question)];
  return title === wanted ? 2 : title.startsWith(wanted) ? 1 : 0;
}

/** The entries for a query, by group, in a group by title. Records were matched and ordered by the server. */
export function shownActions(actions: readonly ActionImpl[], question: string): ActionImpl[] {
  const fits = (action: ActionImpl): boolean =>
    question === '' ||
    priorityOf(action) === PRIORITY.records ||
    matches(`${action.name} ${action.subtitle ?? ''} ${action.keywords ?? ''}`, question);
  return actions
    .filter(fits)
    .sort((a, b) => {
      const group = priorityOf(b) - priorityOf(a);
      return group !== 0 || question === '' || priorityOf(a) === PRIORITY.records
        ? group
        : titleRank(b.name, question) - titleRank(a.name, question);
    })
    .slice(0, SHOWN);
}
