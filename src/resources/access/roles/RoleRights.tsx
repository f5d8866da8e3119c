import { titleOf, useMany } from '../../../core/mask/data.ts';
import { asList, asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { hasText, useT } from '../../../providers/i18n.ts';
import './role-rights.css';

/** A right within its area. “Accounts: view” is “view” below the heading “Accounts”. */
const within = (words: string, area: string): string => (words.startsWith(`${area}:`) ? words.slice(area.length + 1).trim() : words);

/** The rights of a role in words, by area. */
export function RoleRights({ row }: PartProps) {
  const t = useT();
  const ids = asList(row['privilegeIds']);
  const { data } = useMany('privileges', ids);
  if (ids.length === 0 || !data) return null;
  const areas = new Map<string, { title: string; rights: { id: string; key: string; words: string }[] }>();
  for (const one of data) {
    const [key, name] = [asText(one['key']), asText(one['area'])];
    const title = hasText(`${name}.title`) ? t(`${name}.title`) : key === '*' ? t('roles.rights.all') : name;
    const group = areas.get(name) ?? { title, rights: [] };
    group.rights.push({ id: asText(one['id']), key, words: within(titleOf(one), title) });
    areas.set(name, group);
  }
  const groups = [...areas.values()].sort((a, b) => a.title.localeCompare(b.title));
  return (
    <section className="r-card">
      <header>
        <h2>{t('roles.fields.privilegeIds')}</h2>
        <span className="m-quiet m-figures">{t('roles.rights.counted', { count: ids.length })}</span>
      </header>
      <dl className="role-rights">
        {groups.map(({ title, rights }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {rights.map(({ id, key, words }) => (
                <span key={id} className="m-chip" title={key}>
                  {words}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
