import { useBreadcrumb } from '@refinedev/core';
import { Link, useLocation } from 'react-router';
import { useT } from '../providers/i18n.ts';
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
  return (
    <nav className="k-breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        {breadcrumbs.slice(0, -1).map(({ label, href }) => (
          <li key={label}>{href ? <Link to={href}>{label}</Link> : label}</li>
        ))}
        <li aria-current="page">{titleOf(tab ?? { key: pathname, title: '' })}</li>
      </ol>
    </nav>
  );
}
