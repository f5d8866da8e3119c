import { type Change, ChangeList } from '../../../core/charts/ChangeList.tsx';
import { isRecord } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';

const changesOf = (value: unknown): Change[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => (isRecord(one) ? [{ field: String(one['field']), from: one['from'], to: one['to'] }] : []))
    : [];

/** What changed in the request since this carrier answered, so that it can offer anew without comparing by eye. */
export function ChangedRequest({ row }: PartProps) {
  const t = useT();
  const changes = changesOf(row['changes']);
  if (changes.length === 0) return null;
  return (
    <section className="f-page">
      <h2>{t('offers.page.changed')}</h2>
      <ChangeList changes={changes} areas={['transportQuotes', 'collections', 'services']} />
    </section>
  );
}
