import type { RequestChange } from '#contract/freight/offers';
import { ChangeList } from '../../../core/charts/ChangeList.tsx';
import '../../../core/charts/charts.css';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';

/** What changed in the request since this carrier answered, so that it can offer anew without comparing by eye. */
export function ChangedRequest({ row }: PartProps) {
  const t = useT();
  const changes = (Array.isArray(row['changes']) ? row['changes'] : []) as RequestChange[];
  if (changes.length === 0) return null;
  return (
    <div className="f-page">
      <section>
        <h2>{t('offers.page.changed')}</h2>
        <ChangeList changes={changes} />
      </section>
    </div>
  );
}
