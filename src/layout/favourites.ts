import { create } from 'zustand';
import { readJson, writeStored } from '../providers/storage.ts';
import { useUserStore } from '../providers/user.ts';

/** Most screens that a user can pin. */
export const FAVOURITES_MOST = 7;
/** Screens with waiting work that are pinned until the user chooses. */
const SUGGESTED_MOST = 5;

/** What a user has chosen in the menu, stored on this device: the open section, and the paths of the pinned screens in order. */
type MenuChoice = {
  /** The section opened on the screen `at`; empty: all were folded there. On another screen, the section of that screen is open. */
  section: string | null;
  at?: string;
  /** Null: nothing chosen yet. */
  pinned: readonly string[] | null;
  /** Screens of the last visit that had work of this user, shown until the first choice. */
  suggested: readonly string[];
};
const NOTHING: MenuChoice = { section: null, pinned: null, suggested: [] };

const arePaths = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isChoice = (value: unknown): value is MenuChoice =>
  typeof value === 'object' &&
  value !== null &&
  'section' in value &&
  (value.section === null || typeof value.section === 'string') &&
  'pinned' in value &&
  (value.pinned === null || arePaths(value.pinned)) &&
  'suggested' in value &&
  arePaths(value.suggested) &&
  (!('at' in value) || typeof value.at === 'string');

const keyOf = (user: string): string => `kontor-menu-${user}`;
const userNow = (): string => {
  const { user } = useUserStore.getState();
  return user?.subId || user?.id || '';
};
const choiceOf = (user: string): MenuChoice & { user: string } => ({ ...(readJson(keyOf(user), isChoice) ?? NOTHING), user });

export const useMenuChoice = create<MenuChoice & { user: string }>(() => choiceOf(userNow()));
useUserStore.subscribe(() => {
  const user = userNow();
  if (useMenuChoice.getState().user !== user) useMenuChoice.setState(choiceOf(user));
});

function choose(part: Partial<MenuChoice>): void {
  useMenuChoice.setState(part);
  const { user, ...choice } = useMenuChoice.getState();
  if (user !== '') writeStored(keyOf(user), JSON.stringify(choice));
}

/** Opens a section on this screen and folds the one that was open. Empty: folds all. */
export const chooseSection = (section: string, at = ''): void => choose({ section, at });

/** The pinned screens, or what is suggested until the first choice. */
export const pinnedPaths = ({ pinned, suggested }: Pick<MenuChoice, 'pinned' | 'suggested'>): readonly string[] => pinned ?? suggested;

/** Pins a screen at the end, or unpins it. Returns the same list if it is full. */
export function toggled(paths: readonly string[], path: string): readonly string[] {
  if (paths.includes(path)) return paths.filter((one) => one !== path);
  return paths.length < FAVOURITES_MOST ? [...paths, path] : paths;
}

/** @returns false if nothing changed because the favourites are full */
export function toggleFavourite(path: string): boolean {
  const before = pinnedPaths(useMenuChoice.getState());
  const pinned = toggled(before, path);
  if (pinned !== before) choose({ pinned });
  return pinned !== before;
}

/** Suggests the first screens that have work of the user. Kept, so that the menu of the next visit does not jump. */
export function suggestFavourites(paths: readonly string[]): void {
  const suggested = [...new Set(paths)].slice(0, SUGGESTED_MOST);
  const { pinned, suggested: before } = useMenuChoice.getState();
  if (pinned === null && suggested.join() !== before.join()) choose({ suggested });
}

type Work = { path: string; count: number; exact: boolean; tone: string; pastDue: boolean };
/** The number beside a favourite: what is past due, else what waits. Null where nothing waits. */
export function waitingAt<T extends Work>(work: readonly T[], path: string): T | null {
  const here = work.filter((one) => one.path === path && one.count > 0 && one.tone !== 'done');
  return here.find(({ pastDue }) => pastDue) ?? here[0] ?? null;
}
