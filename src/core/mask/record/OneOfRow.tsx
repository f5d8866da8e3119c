import Select from 'antd/es/select';
import { useId, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldOf, Text } from '#contract/core/mask';
import { titleOf, useMany } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import { useChoicesOf } from '../inputs/use-choices-of.ts';
import { asText, isNothing, type Row } from '../kinds/kind.ts';
import { ChosenFacts } from './ChosenFacts.tsx';
import { inputId, useRuleText } from './FieldRow.tsx';
import { GROUP_SPAN, spanStyle } from './spans.ts';

export type Member = { name: string; spec: FieldOf<'reference'> };
type Props = {
  /** Columns of twelve in its row. */
  span: number | undefined;
  label: Text;
  help?: Text | undefined;
  /** The references of which one is set, in the order in which they are offered. */
  members: readonly [Member, ...Member[]];
  row: Row;
  formId: string;
  errors: readonly FieldError[];
  onChange: (name: string, value: unknown) => void;
  onLabels: (labels: Row) => void;
};

const keyOf = (name: string, id: string): string => `${name}:${id}`;

/** Several references of which a row has exactly one, as one field: choosing a merchant clears the supplier. */
export function OneOfRow({ span, label, help, members, row, formId, errors, onChange, onLabels }: Props) {
  const t = useMaskT();
  const text = useText();
  const ruleText = useRuleText();
  const hintId = useId();
  const [open, setOpen] = useState(false);
  const { groups, search, setSearch, loading, failed } = useChoicesOf(
    members.map(({ spec }) => spec.area),
    open,
  );
  const chosen = members.find(({ name }) => !isNothing(row[name]));
  const chosenId = chosen ? asText(row[chosen.name]) : '';
  const known = chosen ? asText(row[`${chosen.name}Label`]) : '';
  // A value from the address of the page comes without its title.
  const [found] = useMany(chosen?.spec.area ?? '', chosen && known === '' ? [chosenId] : []).data ?? [];
  const title = known || (found ? titleOf(found) : '');
  const options = members.map(({ name, spec }, i) => ({
    label: text(spec.label),
    title: name,
    options: (groups[i]?.choices ?? []).map(({ id, title }) => ({ value: keyOf(name, id), label: title })),
  }));
  const filled = options.filter((group) => group.options.length > 0);
  const offered = options.flatMap((group) => group.options);
  const own = chosen ? keyOf(chosen.name, chosenId) : undefined;
  const isOffered = offered.some(({ value }) => value === own);
  const pick = (key: string | undefined): void => {
    for (const { name } of members) {
      const id = key?.startsWith(`${name}:`) ? key.slice(name.length + 1) : null;
      onLabels({ [`${name}Label`]: id ? (offered.find(({ value }) => value === key)?.label ?? null) : null });
      onChange(name, id);
    }
    setSearch('');
  };
  const faults = errors.map(({ rule, params }) => ruleText(rule, params));
  const hint = faults.length > 0 ? faults.join(' ') : help ? text(help) : '';
  const id = inputId(formId, members[0].name);
  return (
    <div className={`m-field${faults.length > 0 ? ' m-faulty' : ''}`} data-span={GROUP_SPAN} style={spanStyle(span)}>
      <label htmlFor={id} className="m-label">
        {text(label)}
        <span className="m-required" title={t('required')} aria-hidden>
          *
        </span>
        <span className="m-hidden">{t('required')}</span>
      </label>
      <Select
        id={id}
        className="m-select-input"
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={hint ? hintId : undefined}
        {...(faults.length > 0 ? { status: 'error' as const } : {})}
        showSearch
        allowClear
        filterOption={false}
        loading={open && loading}
        value={own}
        labelRender={({ label: shown }) => shown ?? (title || chosenId)}
        options={chosen && !isOffered && search === '' ? [{ value: own ?? '', label: title }, ...filled] : filled}
        onSearch={setSearch}
        onOpenChange={setOpen}
        notFoundContent={<span className="m-quiet">{t(loading ? 'reference.searching' : failed ? 'error.failed' : 'reference.none')}</span>}
        onChange={pick}
      />
      {hint ? (
        <p id={hintId} className={faults.length > 0 ? 'm-fault' : 'm-quiet'}>
          {hint}
        </p>
      ) : null}
      {chosen ? <ChosenFacts area={chosen.spec.area} id={chosenId} /> : null}
    </div>
  );
}
