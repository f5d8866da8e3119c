import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTab } from '../../../layout/tab.ts';
import { hasText, useT } from '../../../providers/i18n.ts';
import { allRoutes } from '../../../providers/routes.ts';
import { useMaskT, useText } from '../field-context.ts';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import { useMasks } from './masks.ts';
import '../inputs/inputs.css';
import '../kinds/values.css';
import '../mask.css';
import '../record/record.css';

/** The screens that show a mask, with their sections: “Warehouse › Items”. A mask of several screens names each once. */
function useScreens(): (mask: string) => string[] {
  const t = useT();
  return (mask) => [
    ...new Set(allRoutes().flatMap((route) => (route.mask === mask ? [`${t(`menu.sections.${route.section}`)} › ${t(route.title)}`] : []))),
  ];
}

/** All masks. They are defined with their areas, so rows cannot be added. */
export function MaskIndexPage() {
  const t = useMaskT();
  const app = useT();
  const text = useText();
  const screensOf = useScreens();
  const { setTitle } = useTab();
  const query = useMasks();
  const [search, setSearch] = useState('');
  const title = t('editor.all');
  useEffect(
    function nameTheTab() {
      setTitle(title);
    },
    [setTitle, title],
  );
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton />;
  const words = search.toLocaleLowerCase();
  const named = query.data.map((mask) => ({
    ...mask,
    name: text(mask.title),
    screens: screensOf(mask.key),
    kindName: t(`editor.kind.${mask.kind}`),
    areaName: hasText(`${mask.area}.title`) ? app(`${mask.area}.title`) : '',
  }));
  const found = named.filter(({ key, name, area, areaName, kindName, screens }) =>
    [key, name, area, areaName, kindName, ...screens].join(' ').toLocaleLowerCase().includes(words),
  );
  return (
    <section className="m-list" aria-label={title}>
      <header className="m-list-head">
        <h1>{title}</h1>
        <span className="m-count m-figures">{found.length}</span>
      </header>
      <div className="m-toolbar">
        <input
          className="m-input m-search"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="m-record-body">
        <table className="m-table m-index">
          <tbody>
            {found.map((mask) => (
              <tr key={mask.key}>
                <th scope="row">
                  <Link to={`/maske/edit?key=${encodeURIComponent(mask.key)}`}>{mask.name}</Link>{' '}
                  {mask.edited ? <span className="m-chip">{t('editor.edited')}</span> : null}
                </th>
                <td>{mask.screens.length > 0 ? mask.screens.join(', ') : mask.areaName}</td>
                <td className="m-index-kind">{mask.kindName}</td>
                <td className="m-quiet m-index-key">{mask.key}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.length === 0 ? <p className="m-quiet">{t('reference.none')}</p> : null}
      </div>
    </section>
  );
}
