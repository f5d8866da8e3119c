import { asList } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { groupRights } from './group-rights.ts';
import './role-rights.css';
import { usePrivilegeChoices } from './use-privilege-choices.ts';

/** The rights of a role in words, by area. */
export function RoleRights({ row }: PartProps) {
  const t = useT();
  const locale = useLocale();
  const ids = new Set(asList(row['privilegeIds']));
  const { data } = usePrivilegeChoices();
  if (ids.size === 0 || !data) return null;
  const groups = groupRights(
    data.filter(({ id }) => ids.has(id)),
    locale,
  );
  return (
    <section className="r-card">
      <header>
        <h2>{t('roles.fields.privilegeIds')}</h2>
        <span className="m-quiet m-figures">{t('roles.rights.counted', { count: ids.size })}</span>
      </header>
      <dl className="role-rights">
        {groups.map(({ area, title, whole, rights }) => (
          <div key={area}>
            <dt>{title || t('roles.rights.all')}</dt>
            <dd>
              {[...(whole ? [whole] : []), ...rights].map(({ id, key, right }) => (
                <span key={id} className="m-chip" title={key}>
                  {right}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
