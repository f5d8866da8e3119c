import './charts.css';
import { Link } from 'react-router';
import { mayOpen } from '../../providers/access.ts';
import { useT } from '../../providers/i18n.ts';
import { recordPath } from '../../providers/routes.ts';
import { asText, type Row } from '../mask/kinds/kind.ts';

/** area, field of the row that refers to it, title */
type Paper = readonly [area: string, field: string, title: string];

/** Documents that a service led to or came from. Each is a link if the user may open it. */
export function Papers({ row, papers }: { row: Row; papers: readonly Paper[] }) {
  const t = useT();
  const shown = papers.filter(([, field]) => asText(row[field]) !== '');
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{t('services.papers.title')}</h2>
      <ul className="f-papers">
        {shown.map(([area, field, title]) => {
          const path = recordPath(area, asText(row[field]), mayOpen);
          const label = asText(row[`${field}Label`]);
          return (
            <li key={field}>
              {t(title)} {path ? <Link to={path}>{label}</Link> : <b>{label}</b>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
