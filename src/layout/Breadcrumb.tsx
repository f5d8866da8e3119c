import { Link, useLocation } from 'react-router';
import { useT } from '../providers/i18n.ts';
import { matchRoute } from '../providers/routes.ts';
import { useTabTitle } from './tab-commands.ts';
import { useTabs } from './tabs-store.ts';

/** Section, screen, record. */
export function Breadcrumb() {
  const t = useT();
  const { pathname } = useLocation();
  const titleOf = useTabTitle();
  const tab = useTabs((state) => state.tabs.find((one) => one.key === pathname));
  const match = matchRoute(pathname);
  if (!match) return null;
  const { route, kind } = match;
  return (
    <nav className="k-breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        {route.section !== 'home' && <li>{t(`menu.sections.${route.section}`)}</li>}
        {kind === 'record' && (
          <li>
            <Link to={route.path}>{t(route.title)}</Link>
          </li>
        )}
        <li aria-current="page">{titleOf(tab ?? { key: pathname, title: '' })}</li>
      </ol>
    </nav>
  );
}
