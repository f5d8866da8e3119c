import Select from 'antd/es/select';
import { createElement, type ReactNode, useState } from 'react';
import type { FieldOf } from '#contract/core/mask';
import { LoadingBoundary } from '../../../providers/chunks.ts';
import { countriesIn, isCountryField } from '../kinds/country.ts';
import { asList, asText, isNothing, type Row } from '../kinds/kind.ts';
import { labelsOf } from '../kinds/reference.tsx';
import { optionPart } from '../parts.ts';
import { editorOf } from './editor.tsx';
import { ariaOf, type InputProps } from './input.ts';
import { type Choice, useChoices } from './use-choices.ts';

type OptionKinds = FieldOf<'status'> | FieldOf<'choice'> | FieldOf<'choices'>;

const optionsOf = ({ spec, text }: InputProps<OptionKinds>['field']): Choice[] =>
  spec.options.map((option) => ({ value: option.value, label: text(option.label) }));

const common = (props: InputProps) => ({
  ...ariaOf(props),
  showSearch: true,
  optionFilterProp: 'label',
  className: 'm-select-input',
  ...(props.invalid ? { status: 'error' as const } : {}),
});

export function ChoiceInput(props: InputProps<FieldOf<'status'> | FieldOf<'choice'>>) {
  const { spec } = props.field;
  const [search, setSearch] = useState('');
  const isNumeric = spec.kind === 'choice' && spec.numeric === true;
  const options = optionsOf(props.field);
  const typed = search.trim();
  // A number that no option names is offered as it is typed.
  const offersTyped = isNumeric && /^\d{1,9}$/.test(typed) && options.every(({ value }) => value !== typed);
  return (
    <Select
      {...common(props)}
      allowClear={!spec.required}
      value={isNothing(props.value) ? undefined : asText(props.value)}
      options={offersTyped ? [...options, { value: typed, label: typed }] : options}
      {...(isNumeric ? { onSearch: setSearch } : {})}
      onChange={(value: string | undefined) => props.onChange(value === undefined ? null : isNumeric ? Number(value) : value)}
    />
  );
}

type SeveralProps = InputProps<FieldOf<'choices'> | FieldOf<'tags'>> & { options: Choice[] };

function SeveralInput({ options, ...props }: SeveralProps) {
  return (
    <Select
      {...common(props)}
      mode="multiple"
      allowClear
      value={asList(props.value)}
      options={options}
      onChange={(value) => props.onChange(value)}
    />
  );
}

export const ChoicesInput = (props: InputProps<FieldOf<'choices'>>) => <SeveralInput {...props} options={optionsOf(props.field)} />;

/** Several countries, found by name or code and stored by code. */
function CountriesInput(props: InputProps<FieldOf<'tags'>>) {
  const options = countriesIn(props.field.locale).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
  return <SeveralInput {...props} options={options} />;
}

export function TagsInput(props: InputProps<FieldOf<'tags'>>) {
  if (isCountryField(props.field.spec)) return <CountriesInput {...props} />;
  const suggestions = (props.field.spec.suggestions ?? []).map((value) => ({ value, label: value }));
  return (
    <Select
      {...common(props)}
      mode="tags"
      allowClear
      tokenSeparators={[';', '\n', '\t']}
      value={asList(props.value)}
      options={suggestions}
      onChange={(value) => props.onChange(value)}
    />
  );
}

/** Values that the choices must have. `$field` stands for the row's value of that field. An empty value does not filter. */
function conditionsFor(where: Record<string, string> | undefined, row: Row): Record<string, string> {
  const values = Object.entries(where ?? {}).map(([name, wanted]) => [
    name,
    wanted.startsWith('$') ? asText(row[wanted.slice(1)]) : wanted,
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

const Found = ({ loading, failed, t }: { loading: boolean; failed: boolean; t: (key: string) => string }) => (
  <span className="m-quiet">{t(loading ? 'reference.searching' : failed ? 'error.failed' : 'reference.none')}</span>
);

/** Pickers whose rows have a picture and figures are wider than their field. */
const WIDE_PICKER = 520;

/** How the rows of an area are offered, if it says more than their title. */
export function offering(area: string, choices: readonly Choice[]) {
  const Option = optionPart(area);
  if (!Option) return {};
  const among = choices.flatMap(({ row }) => (row ? [asText(row['id'])] : []));
  return {
    popupMatchSelectWidth: WIDE_PICKER,
    optionRender: ({ data, label }: { data: Choice; label?: ReactNode }) =>
      data.row ? <LoadingBoundary fallback={label}>{createElement(Option, { row: data.row, among })}</LoadingBoundary> : label,
  };
}

/**
 * The choices for what was typed. Until the server has answered, those of the answer before are offered only if their titles match:
 * Enter chooses the first one.
 */
export function matching(choices: Choice[], { search, loading }: { search: string; loading: boolean }): Choice[] {
  const typed = search.trim().toLowerCase();
  return loading && typed !== '' ? choices.filter(({ label }) => label.toLowerCase().includes(typed)) : choices;
}

export function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { field, value, onChange, onLabels } = props;
  const [open, setOpen] = useState(false);
  const id = asText(value);
  const label = asText(field.row[`${field.name}Label`]);
  const { choices, chosen, search, setSearch, loading, failed } = useChoices(field.spec.area, {
    where: conditionsFor(field.spec.where, field.row),
    open,
    untitled: id !== '' && label === '' ? [id] : [],
  });
  const own: Choice[] =
    id === '' || choices.some((choice) => choice.value === id) ? [] : [{ value: id, label: label || (chosen.get(id) ?? id) }];
  return (
    <Select
      {...common(props)}
      {...offering(field.spec.area, choices)}
      allowClear={!field.spec.required}
      filterOption={false}
      loading={loading}
      value={id === '' ? undefined : id}
      options={search === '' ? [...own, ...choices] : matching(choices, { search, loading })}
      onSearch={setSearch}
      onOpenChange={setOpen}
      notFoundContent={<Found loading={loading} failed={failed} t={field.t} />}
      onChange={(next: string | undefined) => {
        onLabels({ [`${field.name}Label`]: choices.find((choice) => choice.value === next)?.label ?? null });
        onChange(next ?? null);
        setSearch('');
      }}
    />
  );
}

export function ReferencesInput(props: InputProps<FieldOf<'references'>>) {
  return editorOf(props) ?? <ReferencesSelect {...props} />;
}

function ReferencesSelect(props: InputProps<FieldOf<'references'>>) {
  const { field, value, onChange, onLabels } = props;
  const [open, setOpen] = useState(false);
  const { choices, search, setSearch, loading, failed } = useChoices(field.spec.area, { open });
  const ids = asList(value);
  const labels = labelsOf(ids, field);
  const own = ids.map((id, i): Choice => ({ value: id, label: labels[i] ?? id }));
  const titles = new Map([...choices, ...own].map((choice) => [choice.value, choice.label]));
  return (
    <Select
      {...common(props)}
      mode="multiple"
      allowClear
      filterOption={false}
      loading={loading}
      value={ids}
      options={
        search === '' ? [...own, ...choices.filter((choice) => !ids.includes(choice.value))] : matching(choices, { search, loading })
      }
      onSearch={setSearch}
      onOpenChange={setOpen}
      notFoundContent={<Found loading={loading} failed={failed} t={field.t} />}
      onChange={(next: string[]) => {
        onLabels({ [`${field.name}Labels`]: next.map((id) => titles.get(id) ?? id) });
        onChange(next);
      }}
    />
  );
}
