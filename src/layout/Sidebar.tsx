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

/** A plain link, because the router's own renders with every change of the URL, and there are dozens. The menu handles the clicks. */
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

/** Without a modifier key. With one, the browser opens a window or tab. */
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
    // Preloads on mouse down. Not on touch, where it may be the beginning of a scroll.
    onPointerDown: (event: PointerEvent) => {
      const path = linkOf(event);
      if (path !== null && event.pointerType === 'mouse' && isPlain(event)) preloadScreen(path);
    },
  };
}

/** The menu of permitted screens. Collapsed sections are remembered. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const t = useT();
  const menu = useMenu();
  const { pathname } = useLocation();
  // The path of one screen may begin with the path of another. The longest match is the current screen.
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
    // The links are the controls. Their clicks are handled here by delegation.
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
