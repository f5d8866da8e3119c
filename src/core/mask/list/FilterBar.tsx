import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import { useState } from 'react';
import { allows } from '#contract/core/access';
import type { FieldSpec, Mask } from '#contract/core/mask';
import { type Filter, ME } from '#contract/core/query';
import { Icon } from '../../../layout/icons.tsx';
import { MenuOnDemand } from '../../../layout/MenuOnDemand.tsx';
import { LoadingBoundary, lazyPart } from '../../../providers/chunks.ts';
import { useUserStore } from '../../../providers/user.ts';
import { titleOf, useMany } from '../data.ts';
import { useFields, useMaskT, useText } from '../field-context.ts';
import { asText, type Row } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';
import { filterText, valuesOf, withField } from './filter-text.ts';
import './toolbar.css';

const FilterEditor = lazyPart(async () => (await import('../inputs/FilterEditor.tsx')).FilterEditor);

const isReference = (spec: FieldSpec): spec is Extract<FieldSpec, { area: string }> =>
  spec.kind === 'reference' || spec.kind === 'references';

/** Whether the reader may choose a value of the field. A screen may point to rows of an area that its reader may not read. */
function useMayChoose(): (spec: FieldSpec) => boolean {
  const privileges = useUserStore((state) => state.privileges);
  return (spec) => !isReference(spec) || allows(privileges, `${spec.area}.read`);
}

/** Titles of the rows whose ids a reference filter contains; of an area that the reader may not read, those that the list has. */
function useTitles(
  name: string,
  spec: FieldSpec,
  filters: readonly Filter[],
  rows: readonly Row[],
  may: boolean,
): ReadonlyMap<string, string> {
  const ids = isReference(spec)
    ? filters
        .filter((f) => f.op !== 'null')
        .flatMap(valuesOf)
        .filter((id) => id !== ME)
    : [];
  const many = useMany(isReference(spec) ? spec.area : '', may ? ids : []);
  const t = useMaskT();
  if (may) return new Map((many.data ?? []).map((row) => [asText(row['id']), titleOf(row)]));
  const known = new Map(rows.map((row) => [asText(row[name]), asText(row[`${name}Label`])]));
  return new Map(ids.map((id) => [id, known.get(id) || t('filter.chosen')]));
}

type ChipProps = {
  name: string;
  spec: FieldSpec;
  filters: readonly Filter[];
  rows: readonly Row[];
  may: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (filters: Filter[]) => void;
};

function FilterChip({ name, spec, filters, rows, may, open, onOpen, onChange }: ChipProps) {
  const field = useFields()(name, spec, {});
  const titles = useTitles(name, spec, filters, rows, may);
  const label = field.text(spec.label);
  const words = filters.length > 0 ? filterText(filters, field, titles) : '';
  return (
    <span className={`m-filter${filters.length > 0 ? ' m-filter-on' : ''}`}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={may && open}
        onOpenChange={onOpen}
        destroyOnHidden
        content={
          <LoadingBoundary fallback={<div className="m-filter-editor" aria-busy />}>
            <FilterEditor field={field} filters={filters} onChange={onChange} onDone={() => onOpen(false)} />
          </LoadingBoundary>
        }
      >
        <button type="button" className="m-filter-open" disabled={!may} title={words && `${label}: ${words}`} aria-expanded={open}>
          <span className="m-filter-name">{label}</span>
          {words ? <span className="m-filter-words">{words}</span> : null}
        </button>
      </Popover>
      <button type="button" className="m-filter-remove" aria-label={field.t('filter.remove', { label })} onClick={() => onChange([])}>
        <Icon name="close" />
      </button>
    </span>
  );
}

type Props = {
  mask: Mask;
  rows: readonly Row[];
  filters: readonly Filter[];
  onChange: (filters: Filter[]) => void;
  onClear: (() => void) | null;
};

export function FilterBar({ mask, rows, filters, onChange, onClear }: Props) {
  const text = useText();
  const t = useMaskT();
  const mayChoose = useMayChoose();
  const [open, setOpen] = useState<string | null>(null);
  const used = [...new Set(filters.map((filter) => filter.field))];
  const chips = open && !used.includes(open) ? [...used, open] : used;
  const offered = mask.filters.filter((name) => {
    const spec = mask.fields[name];
    return spec && kindOf(spec).filterOps.length > 0 && !used.includes(name) && mayChoose(spec);
  });
  return (
    <div className="m-filters">
      {chips.map((name) => {
        const spec = mask.fields[name];
        return spec ? (
          <FilterChip
            key={name}
            name={name}
            spec={spec}
            filters={filters.filter((filter) => filter.field === name)}
            rows={rows}
            may={mayChoose(spec)}
            open={open === name}
            onOpen={(show) => setOpen(show ? name : null)}
            onChange={(own) => {
              onChange(withField(filters, name, own));
              if (own.length === 0) setOpen(null);
            }}
          />
        ) : null;
      })}
      {offered.length > 0 ? (
        <MenuOnDemand
          menu={() => ({
            items: offered.map((name) => ({ key: name, label: text(mask.fields[name]?.label ?? name) })),
            onClick: ({ key }) => setOpen(key),
          })}
        >
          <Button type="dashed" className="l-quiet" icon={<Icon name="plus" />}>
            {t('filter.add')}
          </Button>
        </MenuOnDemand>
      ) : null}
      {onClear ? (
        <Button type="text" className="l-quiet" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      ) : null}
    </div>
  );
}
