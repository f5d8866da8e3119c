import { labelOf, type ServiceArea } from '#contract/freight/agreed';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { asText, isRecord, NOTHING } from '../mask/kinds/kind.ts';

export type Change = { field: string; from: unknown; to: unknown };
type Labelled = Change & { area: ServiceArea };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function useWords(): (value: unknown) => string {
  const t = useT();
  const { date } = useFormat();
  return (value) => {
    if (typeof value === 'boolean') return t(value ? 'mask.yes' : 'mask.no');
    if (!isRecord(value)) return DAY.test(asText(value)) ? date(asText(value)) : asText(value) || NOTHING;
    const part = (name: string): string => asText(value[name]);
    const street = [part('streetName'), part('streetNumber')].filter(Boolean).join(' ');
    const town = [part('country'), part('zip'), part('city')].filter(Boolean).join(' ');
    return [part('name1'), street, town].filter(Boolean).join(', ');
  };
}

/** Fields with the value before and after. */
export function ChangeList({ changes }: { changes: readonly Labelled[] }) {
  const t = useT();
  const words = useWords();
  return (
    <dl className="f-facts">
      {changes.map(({ area, field, from, to }) => (
        <div key={field}>
          <dt>{t(labelOf(area, field))}</dt>
          <dd>
            <del>{words(from)}</del> → <ins>{words(to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
