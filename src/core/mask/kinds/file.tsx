import { API } from '#contract/core/envelope';
import type { FieldOf } from '#contract/core/mask';
import { asText, type CellProps, isBlank, type Kind, NOTHING, type Parsed } from './kind.ts';

const FILE_ID = /^[0-9a-f]{32}$/;

/** The address of a file. Only ids become addresses, so that stored text cannot point the browser elsewhere. */
export const fileAddress = (id: unknown): string | null => (FILE_ID.test(asText(id)) ? `${API}/static/${asText(id)}` : null);

const parse = (text: string): Parsed => {
  if (isBlank(text)) return { value: null };
  return FILE_ID.test(text.trim()) ? { value: text.trim() } : { rule: 'file' };
};

export const image: Kind<FieldOf<'image'>> = {
  align: 'center',
  width: 64,
  filterOps: ['null'],
  exportAs: 'text',
  format: (value) => asText(value) || NOTHING,
  parse,
  Cell({ value, field }: CellProps<FieldOf<'image'>>) {
    const address = fileAddress(value);
    return address ? <img className="m-thumb" src={address} alt={field.text(field.spec.label)} loading="lazy" decoding="async" /> : NOTHING;
  },
};

export const file: Kind<FieldOf<'file'>> = {
  align: 'start',
  width: 140,
  filterOps: ['null'],
  exportAs: 'text',
  format: (value) => asText(value) || NOTHING,
  parse,
  Cell({ value, field }: CellProps<FieldOf<'file'>>) {
    const address = fileAddress(value);
    if (!address) return NOTHING;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" onClick={(event) => event.stopPropagation()}>
        {asText(field.row[`${field.name}Label`]) || field.t('file.open')}
      </a>
    );
  },
};
