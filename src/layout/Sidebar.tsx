import { DownOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useT } from '../providers/i18n.ts';
import { readJson, writeStored } from '../providers/storage.ts';
import { Icon } from './icons.tsx';
import { type MenuSection, useMenu } from './menu.ts';
import './sidebar.css';

const STORED = 'kontor-menu';
const areStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

type Here = { here: string | undefined };

function Entry({ route, here }: { route: MenuSection['routes'][number] } & Here) {
  const t = useT();
  const current = route.path === here;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(
    function keepInView() {
      if (current) link.current?.scrollIntoView({ block: 'nearest' });
    },
    [current],
  );
  return (
    <li>
      <Link ref={link} to={route.path} aria-current={current ? 'page' : undefined}>
        <Icon name={route.icon} />
        <span>{t(route.title)}</span>
      </Link>
    </li>
  );
}

const Entries = ({ routes, here }: Pick<MenuSection, 'routes'> & Here) => (
  <ul>
    {routes.map((route) => (
      <Entry key={route.path} route={route} here={here} />
    ))}
  </ul>
);

/** The menu of permitted screens. Sections fold; which ones is remembered. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const t = useT();
  const menu = useMenu();
  const { pathname } = useLocation();
  // One screen may lie below another: the longer path is where one stands.
  const here = menu
    .flatMap(({ routes }) => routes.map(({ path }) => path))
    .filter((path) => isBelow(pathname, path))
    .sort((a, b) => b.length - a.length)[0];
  const [folded, setFolded] = useState<string[]>(() => readJson(STORED, areStrings) ?? []);
  const toggle = (section: string) => {
    const next = folded.includes(section) ? folded.filter((one) => one !== section) : [...folded, section];
    writeStored(STORED, JSON.stringify(next));
    setFolded(next);
  };
  return (
    // A click on any link below closes the mobile menu; the links themselves are what is operated.
    <nav
      className="k-menu"
      aria-label={t('shell.menu')}
      onClick={(event) => event.target instanceof Element && event.target.closest('a') && onNavigate?.()}
    >
      {menu.map(({ section, routes }) =>
        section === 'home' ? (
          <Entries key={section} routes={routes} here={here} />
        ) : (
          <section key={section}>
            <h2>
              <button type="button" aria-expanded={!folded.includes(section)} onClick={() => toggle(section)}>
                {t(`menu.sections.${section}`)}
                <DownOutlined />
              </button>
            </h2>
            {!folded.includes(section) && <Entries routes={routes} here={here} />}
          </section>
        ),
      )}
    </nav>
  );
}
