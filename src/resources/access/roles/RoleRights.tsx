import { titleOf, useMany } from '../../../core/mask/data.ts';
import { asList, asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import './role-rights.css';

/** The area and the right of “Accounts: view”, in Chinese “科目：查看”. Rights that are told in a sentence name no area. */
function partsOf(words: string): [string, string] {
  const [, area = '', right = words] = /^(.+?)(?:: |：)(.+)$/.exec(words) ?? [];
  return [area, right];
}

/** The rights of a role in words, by area. */
export function RoleRights({ row }: PartProps) {
  const t = useT();
  const ids = asList(row['privilegeIds']);
  const { data } = useMany('privileges', ids);
  if (ids.length === 0 || !data) return null;
  const areas = new Map<string, { title: string; rights: { id: string; key: string; words: string }[] }>();
  for (const one of data) {
    const [key, name] = [asText(one['key']), asText(one['area'])];
    const [title, words] = partsOf(titleOf(one));
    const group = areas.get(name) ?? { title: '', rights: [] };
    group.title ||= title;
    group.rights.push({ id: asText(one['id']), key, words });
    areas.set(name, group);
  }
  const groups = [...areas]
    .map(([name, { title, rights }]) => ({ name, rights, title: title || (name === '' ? t('roles.rights.all') : t(`${name}.title`)) }))
    .sort((a, b) => a.title.localeCompare(b.title));
  return (
    <section className="r-card">
      <header>
        <h2>{t('roles.fields.privilegeIds')}</h2>
        <span className="m-quiet m-figures">{t('roles.rights.counted', { count: ids.length })}</span>
      </header>
      <dl className="role-rights">
        {groups.map(({ name, title, rights }) => (
          <div key={name}>
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
