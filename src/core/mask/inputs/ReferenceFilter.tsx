import { ME } from '#contract/core/query';
import { valuesOf } from '../list/filter-text.ts';
import type { EditorProps } from './FilterEditor.tsx';
import { useChoices } from './use-choices.ts';

/** Checkboxes with a search. Chosen values stay on top during a search. */
export function ReferenceFilter({ field, filters, onChange, area }: EditorProps & { area: string }) {
  const chosen = filters.filter((f) => f.op === 'in' || f.op === 'eq').flatMap(valuesOf);
  const {
    choices,
    chosen: titles,
    search,
    setSearch,
    loading,
    more,
  } = useChoices(area, { open: true, untitled: chosen.filter((id) => id !== ME) });
  const put = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
    onChange(next.length === 0 ? [] : [{ field: field.name, op: 'in', value: next }]);
  };
  const lines = [
    ...chosen.map((id) => ({ value: id, label: id === ME ? field.t('filter.me') : (titles.get(id) ?? id) })),
    ...choices.filter((choice) => !chosen.includes(choice.value)),
  ];
  return (
    <div className="m-reference-filter">
      <input
        className="m-input"
        type="search"
        aria-label={field.t('search')}
        placeholder={field.t('search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <fieldset className="m-options" aria-busy={loading}>
        <legend className="m-hidden">{field.text(field.spec.label)}</legend>
        {lines.map(({ value, label }) => (
          <label key={value}>
            <input type="checkbox" className="m-check" checked={chosen.includes(value)} onChange={() => put(value)} />
            {label}
          </label>
        ))}
        {!loading && lines.length === 0 ? <p className="m-quiet">{field.t('reference.none')}</p> : null}
        {more ? <p className="m-quiet">{field.t('reference.more')}</p> : null}
      </fieldset>
    </div>
  );
}
