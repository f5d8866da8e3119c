import { DownOutlined } from '@ant-design/icons';
import { type MouseEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '../providers/i18n.ts';
import { readJson, writeStored } from '../providers/storage.ts';
import { Icon } from './icons.tsx';
import { type MenuEntry, type MenuSection, useMenu } from './menu.ts';
import { preloadScreen } from './Page.tsx';
import './sidebar.css';

const STORED = 'kontor-menu';
const areStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

type Here = { here: string | undefined };
type EntryProps = MenuEntry & { current: boolean };

/** A plain link: the router's own is drawn anew with every change of the address, and there are dozens. What a click means, the menu knows. */
const Entry = memo(function Entry({ path, icon, label, current }: EntryProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(
    function keepInView() {
      if (current) link.current?.scrollIntoView({ block: 'nearest' });
    },
    [current],
  );
  return (
    <li>
      <a ref={link} href={path} aria-current={current ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{label}</span>
      </a>
    </li>
  );
});

const Entries = ({ entries, here }: Pick<MenuSection, 'entries'> & Here) => (
  <ul>
    {entries.map((entry) => (
      <Entry key={entry.path} {...entry} current={entry.path === here} />
    ))}
  </ul>
);

const linkOf = ({ target }: { target: EventTarget }): string | null =>
  (target instanceof Element ? target.closest('a')?.getAttribute('href') : null) ?? null;

/** With a key held, the browser opens a window or a tab of its own. */
const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

function useMenuLinks(onNavigate: (() => void) | undefined) {
  const navigate = useNavigate();
  return {
    onClick: (event: MouseEvent) => {
      const path = linkOf(event);
      if (path === null) return;
      onNavigate?.();
      if (!isPlain(event)) return;
      event.preventDefault();
      preloadScreen(path);
      void navigate(path);
    },
    // A finger that goes down may be about to scroll; a pressed mouse button means the click that follows.
    onPointerDown: (event: PointerEvent) => {
      const path = linkOf(event);
      if (path !== null && event.pointerType === 'mouse' && isPlain(event)) preloadScreen(path);
    },
  };
}

/** The menu of permitted screens. Sections fold; which ones is remembered. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const t = useT();
  const menu = useMenu();
  const { pathname } = useLocation();
  // One screen may lie below another: the longer path is where one stands.
  const here = menu
    .flatMap(({ entries }) => entries.map(({ path }) => path))
    .filter((path) => isBelow(pathname, path))
    .sort((a, b) => b.length - a.length)[0];
  const [folded, setFolded] = useState<string[]>(() => readJson(STORED, areStrings) ?? []);
  const toggle = (section: string) => {
    const next = folded.includes(section) ? folded.filter((one) => one !== section) : [...folded, section];
    writeStored(STORED, JSON.stringify(next));
    setFolded(next);
  };
  const links = useMenuLinks(onNavigate);
  return (
    // The links themselves are what is operated: their clicks are heard here.
    <nav className="k-menu" aria-label={t('shell.menu')} {...links}>
      {menu.map(({ section, label, entries }) =>
        section === 'home' ? (
          <Entries key={section} entries={entries} here={here} />
        ) : (
          <section key={section}>
            <h2>
              <button type="button" aria-expanded={!folded.includes(section)} onClick={() => toggle(section)}>
                {label}
                <DownOutlined />
              </button>
            </h2>
            {!folded.includes(section) && <Entries entries={entries} here={here} />}
          </section>
        ),
      )}
    </nav>
  );
}
