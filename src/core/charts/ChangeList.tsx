import { useFormat } from '../../providers/format.ts';
import { hasText, useT } from '../../providers/i18n.ts';
import { asText, isRecord, NOTHING } from '../mask/kinds/kind.ts';

export type Change = { field: string; from: unknown; to: unknown };

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

/** Fields with the value before and after. `areas`: whose names the fields have; the first that knows a field names it. */
export function ChangeList({ changes, areas }: { changes: readonly Change[]; areas: readonly string[] }) {
  const t = useT();
  const words = useWords();
  const label = (field: string): string => {
    const area = areas.find((name) => hasText(`${name}.fields.${field}`)) ?? 'services';
    return t(`${area}.fields.${field}`);
  };
  return (
    <dl className="f-facts">
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{label(field)}</dt>
          <dd>
            <del>{words(from)}</del> → <ins>{words(to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
