import { useBreadcrumb } from '@refinedev/core';
import { Link, useLocation } from 'react-router';
import { useT } from '../providers/i18n.ts';
import { matchRoute } from '../providers/routes.ts';
import { FavouriteStar } from './FavouriteStar.tsx';
import { useTabTitle } from './tab-commands.ts';
import { useTabs } from './tabs-store.ts';

/** Section, screen, record. The last part has the tab's title, which for a record is the record's title. */
export function Breadcrumb() {
  const t = useT();
  const { pathname } = useLocation();
  const titleOf = useTabTitle();
  const tab = useTabs((state) => state.tabs.find((one) => one.key === pathname));
  const { breadcrumbs } = useBreadcrumb();
  if (breadcrumbs.length === 0) return null;
  // Lists have the star beside their title. Screens of their own have it here.
  const route = matchRoute(pathname)?.route;
  const starred = route?.page !== undefined && !route.hidden && route.under === undefined && !route.pinned && route.path === pathname;
  const last = titleOf(tab ?? { key: pathname, title: '' });
  const above = breadcrumbs.slice(0, -1);
  // A drawer keeps the title of its list, and a section may be called like a list in it: a name is said once.
  const named = above.filter(({ label }, at) => label !== (above[at + 1]?.label ?? last));
  return (
    <nav className="k-breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        {named.map(({ label, href }) => (
          <li key={label}>{href ? <Link to={href}>{label}</Link> : label}</li>
        ))}
        <li aria-current="page">{last}</li>
      </ol>
      {starred && <FavouriteStar path={pathname} />}
    </nav>
  );
}
