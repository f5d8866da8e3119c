import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTab } from '../../../layout/tab.ts';
import { useMaskT, useText } from '../field-context.ts';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import { useMasks } from './masks.ts';
import '../inputs/inputs.css';
import '../kinds/values.css';
import '../mask.css';
import '../record/record.css';

/** All masks. They are defined with their areas, so rows cannot be added. */
export function MaskIndexPage() {
  const t = useMaskT();
  const text = useText();
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
  const found = query.data.filter((mask) =>
    `${mask.key} ${text(mask.title)} ${mask.area} ${t(`editor.kind.${mask.kind}`)}`.toLocaleLowerCase().includes(words),
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
                  <Link to={`/maske/edit?key=${encodeURIComponent(mask.key)}`}>{text(mask.title)}</Link>{' '}
                  {mask.edited ? <span className="m-chip">{t('editor.edited')}</span> : null}
                </th>
                <td className="m-mono">{mask.key}</td>
                <td>{t(`editor.kind.${mask.kind}`)}</td>
                <td className="m-quiet">{mask.area}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.length === 0 ? <p className="m-quiet">{t('reference.none')}</p> : null}
      </div>
    </section>
  );
}
