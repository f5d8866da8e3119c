import { Fragment, memo, useState } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../providers/i18n.ts';
import type { Section } from '../providers/routes.ts';
import { Favourites } from './Favourites.tsx';
import { chooseSection, pinnedPaths, useMenuChoice } from './favourites.ts';
import { Icon } from './icons.tsx';
import { Entry } from './MenuEntry.tsx';
import { entryAt, groupsOf, isFlat, type MenuSection, useMenu } from './menu.ts';
import { useMenuLinks } from './menu-links.ts';
import './sidebar.css';

const SECTION_ICONS: Record<Section, string> = {
  home: 'home',
  employee: 'solution',
  merchant: 'shop',
  warehouse: 'appstore',
  stations: 'scan',
  sales: 'tag',
  purchases: 'shopping',
  accounting: 'calculator',
  finance: 'bank',
  carriergate: 'truck',
  tools: 'tool',
  settings: 'setting',
};

type EntriesProps = Pick<MenuSection, 'entries'> & { here: string | undefined; withIcon: boolean };
const Entries = ({ entries, here, withIcon }: EntriesProps) =>
  entries.map((entry) => <Entry key={entry.path} {...entry} withIcon={withIcon} current={entry.path === here} />);

/** A section that folds. `here`: the current screen, only if it belongs to this section. */
const Area = memo(function Area({ section, label, entries, open, here }: MenuSection & { open: boolean; here: string | undefined }) {
  const t = useT();
  return (
    <section className="k-area">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          data-here={(!open && here !== undefined) || undefined}
          onClick={() => chooseSection(open ? '' : section)}
        >
          <Icon name={SECTION_ICONS[section]} />
          <span>{label}</span>
          <Icon name="right" />
        </button>
      </h3>
      <div hidden={!open}>
        {groupsOf(entries).map(({ group, entries: own }) => (
          <Fragment key={group}>
            {group === '' ? null : <h4 id={`menu-${section}-${group}`}>{t(`menu.headings.${group}`)}</h4>}
            <ul {...(group === '' ? {} : { 'aria-labelledby': `menu-${section}-${group}` })}>
              <Entries entries={own} here={open ? here : undefined} withIcon={false} />
            </ul>
          </Fragment>
        ))}
      </div>
    </section>
  );
});

/**
 * Sections of which one is open. Which one is remembered; before the first choice it is that of the first screen, unless that is a favourite.
 * The menu may be complete only after the first screen is shown.
 */
function Areas({ menu, here }: { menu: readonly MenuSection[]; here: string | undefined }) {
  const t = useT();
  const chosen = useMenuChoice((choice) => choice.section);
  const [first, setFirst] = useState<Section | '' | null>(null);
  const inSection = ({ entries }: MenuSection): boolean => entries.some(({ path }) => path === here);
  const isPinned = useMenuChoice((choice) => pinnedPaths(choice).includes(here ?? ''));
  if (first === null && here !== undefined) setFirst(isPinned ? '' : (menu.find(inSection)?.section ?? ''));
  return (
    <section>
      <h2>{t('shell.allAreas')}</h2>
      {menu.map((area) => (
        <Area key={area.section} {...area} open={(chosen ?? first) === area.section} here={inSection(area) ? here : undefined} />
      ))}
    </section>
  );
}

/** The menu of permitted screens: Home, favourites, and all areas in folded sections. A few screens are listed as they are. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const t = useT();
  const menu = useMenu();
  const { pathname } = useLocation();
  const here = entryAt(menu, pathname);
  const links = useMenuLinks(onNavigate);
  const areas = menu.filter(({ section }) => section !== 'home');
  const flat = isFlat(menu);
  return (
    // The links are the controls. Their clicks are handled here by delegation.
    <nav className="k-menu" aria-label={t('shell.menu')} {...links}>
      <ul>
        {menu
          .filter(({ section }) => flat || section === 'home')
          .map(({ section, entries }) => (
            <Entries key={section} entries={entries} here={here} withIcon />
          ))}
      </ul>
      {flat ? null : (
        <>
          <Favourites menu={menu} here={here} />
          <Areas menu={areas} here={here} />
        </>
      )}
    </nav>
  );
}
