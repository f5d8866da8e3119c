import type { Texts } from '#contract/core/fields';
import { Bar } from '../../../core/charts/Bar.tsx';
import { asText, isRecord } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { allowed } from '../../../providers/user.ts';

type Reader = { name: string; at: string | null };
const inLocale = (value: unknown, locale: keyof Texts): string => (isRecord(value) ? asText(value[locale]) || asText(value['en']) : '');

/** The announcement as its readers see it, and who has read it. */
export function Readers({ row }: PartProps) {
  const t = useT();
  const locale = useLocale();
  const { instant } = useFormat();
  const id = asText(row['id']);
  const may = allowed('announcements.update');
  const { data = [] } = useRead<Reader[]>(`/v0/announcements/${encodeURIComponent(id)}/readers`, {
    queryKey: ['data', 'default', 'announcements', 'readers', id],
    enabled: may,
    background: true,
  });
  const read = data.filter(({ at }) => at !== null).length;
  return (
    <div className="f-page">
      <section>
        <h2>{inLocale(row['title'], locale)}</h2>
        <p>{inLocale(row['text'], locale)}</p>
      </section>
      {may && data.length > 0 ? (
        <section>
          <h2>{t('announcements.news.readers', { read, of: data.length })}</h2>
          <Bar parts={[{ value: read, meaning: 'done' }]} of={data.length} />
          <table className="m-table">
            <tbody>
              {data.map(({ name, at }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{at === null ? t('announcements.news.notYet') : instant(at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </div>
  );
}
