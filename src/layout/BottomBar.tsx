import { useLocation } from 'react-router';
import { useT } from '../providers/i18n.ts';
import { pinnedPaths, useMenuChoice } from './favourites.ts';
import { Icon } from './icons.tsx';
import { Entry } from './MenuEntry.tsx';
import { entryAt, useMenu } from './menu.ts';
import { useMenuLinks } from './menu-links.ts';
import { useWork } from './use-work.ts';
import './bottom-bar.css';

/** Beside "Menu", the fourth. */
const LINKS = 3;

/** On phones: Home, the first favourites (without any, the first screens), and the menu with everything. */
export function BottomBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const t = useT();
  const menu = useMenu();
  const { pathname } = useLocation();
  const pinned = useMenuChoice(pinnedPaths);
  // The menu is closed on a phone, so nothing else would suggest what the user works on.
  useWork();
  const links = useMenuLinks(undefined);
  const here = entryAt(menu, pathname);
  const entries = menu.flatMap((section) => section.entries);
  const home = entries.filter(({ path }) => path === '/home');
  const favourites = pinned.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
  const first = menu.filter(({ section }) => section !== 'home').flatMap((section) => section.entries);
  const shown = [...new Set([...home, ...favourites, ...first])].slice(0, LINKS);
  return (
    <nav className="k-bottom" aria-label={t('shell.mainScreens')} {...links}>
      <ul>
        {shown.map((entry) => (
          <Entry key={entry.path} {...entry} withIcon current={entry.path === here} />
        ))}
        <li>
          <button type="button" aria-expanded={menuOpen} onClick={onMenu}>
            <Icon name="menu" />
            <span>{t('shell.menu')}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}
