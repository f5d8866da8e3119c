import { Link } from 'react-router';
import type { FieldOf } from '#contract/core/mask';
import { ChipRow } from './ChipRow.tsx';
import { asList, asText, type CellProps, type FieldContext, isBlank, isNothing, type Kind, NOTHING } from './kind.ts';
import { PersonCell } from './PersonCell.tsx';
import { Whole } from './Whole.tsx';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The title of the referenced row, joined by the server. Without a title the id is shown, so that it can be quoted to support. */
const labelOf = (value: unknown, { name, row }: FieldContext): string => asText(row[`${name}Label`]) || asText(value);

export const labelsOf = (value: unknown, { name, row }: FieldContext): string[] => {
  const labels = asList(row[`${name}Labels`]);
  return asList(value).map((id, i) => labels[i] || id);
};

const Reference = ({ to, label }: { to: string | null; label: string }) =>
  to ? (
    <Link to={to} onClick={(event) => event.stopPropagation()}>
      <Whole text={label} />
    </Link>
  ) : (
    label
  );

export const reference: Kind<FieldOf<'reference'>> = {
  align: 'start',
  width: 180,
  filterOps: ['in', 'eq', 'null'],
  exportAs: 'text',
  format: (value, field) => (isNothing(value) ? NOTHING : labelOf(value, field)),
  parse(text, field) {
    if (isBlank(text)) return { value: null };
    if (text.trim() === asText(field.row[`${field.name}Label`])) return { value: field.row[field.name] ?? null };
    return ID.test(text.trim()) ? { value: text.trim().toLowerCase() } : { rule: 'reference' };
  },
  Cell({ value, field }: CellProps<FieldOf<'reference'>>) {
    if (isNothing(value)) return NOTHING;
    const title = <Reference to={field.linkTo(field.spec.area, asText(value))} label={labelOf(value, field)} />;
    if (!field.spec.avatar) return title;
    return (
      <PersonCell area={field.spec.area} id={asText(value)}>
        {title}
      </PersonCell>
    );
  },
};

export const references: Kind<FieldOf<'references'>> = {
  align: 'start',
  width: 220,
  filterOps: ['in', 'null'],
  exportAs: 'text',
  format: (value, field) => labelsOf(value, field).join('; ') || NOTHING,
  parse(text, field) {
    if (isBlank(text)) return { value: [] };
    const ids = asList(field.row[field.name]);
    const labels = labelsOf(ids, field);
    const found = text.split(';').map((part) => {
      const at = labels.indexOf(part.trim());
      return at >= 0 ? ids[at] : ID.test(part.trim()) ? part.trim().toLowerCase() : undefined;
    });
    const known = found.filter((id) => id !== undefined);
    return known.length === found.length ? { value: known } : { rule: 'reference' };
  },
  Cell({ value, field }: CellProps<FieldOf<'references'>>) {
    const ids = asList(value);
    if (ids.length === 0) return NOTHING;
    const labels = labelsOf(value, field);
    return (
      <ChipRow
        chips={ids.map((id, i) => (
          <span key={id} className="m-chip">
            <Reference to={field.linkTo(field.spec.area, id)} label={labels[i] ?? id} />
          </span>
        ))}
      />
    );
  },
};
