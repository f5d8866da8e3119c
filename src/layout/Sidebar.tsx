import { Fragment, memo, useCallback } from 'react';
import { useLocation } from 'react-router';
import { useLatest } from '../core/mask/use-latest.ts';
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

type EntriesProps = Pick<MenuSection, 'entries'> & { here: string | undefined; withIcon: boolean; still?: boolean };
const Entries = ({ entries, here, withIcon, still = false }: EntriesProps) =>
  entries.map((entry) => <Entry key={entry.path} {...entry} withIcon={withIcon} current={entry.path === here} still={still} />);

type AreaProps = MenuSection & { open: boolean; here: string | undefined; still: boolean; onChoose: (section: Section | '') => void };

/** A section that folds. `here`: the current screen, only if it belongs to this section. */
const Area = memo(function Area({ section, label, entries, open, here, still, onChoose }: AreaProps) {
  const t = useT();
  return (
    <section className="k-area">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          data-here={(!open && here !== undefined) || undefined}
          onClick={() => onChoose(open ? '' : section)}
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
              <Entries entries={own} here={open ? here : undefined} withIcon={false} still={still} />
            </ul>
          </Fragment>
        ))}
      </div>
    </section>
  );
});

/**
 * Sections of which one is open: that of the current screen, or what the user opened there, which is remembered. A favourite is marked above
 * them, where it stays in sight.
 */
function Areas({ menu, here }: { menu: readonly MenuSection[]; here: string | undefined }) {
  const t = useT();
  const chosen = useMenuChoice(({ section, at }) => (at === here ? section : null));
  const isPinned = useMenuChoice((choice) => pinnedPaths(choice).includes(here ?? ''));
  const live = useLatest(here);
  // The same function on every screen, so that a step renders only the sections that it changes.
  const onChoose = useCallback((section: Section | '') => chooseSection(section, live.current), [live]);
  const own = menu.find(({ entries }) => entries.some(({ path }) => path === here))?.section;
  return (
    <section>
      <h2>{t('shell.allAreas')}</h2>
      {menu.map((area) => (
        <Area
          key={area.section}
          {...area}
          open={(chosen ?? own) === area.section}
          here={area.section === own ? here : undefined}
          still={isPinned}
          onChoose={onChoose}
        />
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
