import Button from 'antd/es/button';
import { type ReactNode, useId, useState } from 'react';
import type { FieldKind, Option } from '#contract/core/mask';
import type { Filter, FilterOp } from '#contract/core/query';
import { countryOf, isCountryField } from '../kinds/country.ts';
import { asText, type FieldContext } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';
import { valuesOf } from '../list/filter-text.ts';
import { CountryInput } from './CountryInput.tsx';
import { ReferenceFilter } from './ReferenceFilter.tsx';

export type EditorProps = { field: FieldContext; filters: readonly Filter[]; onChange: (filters: Filter[]) => void };

/** Checkboxes: any of the chosen values. */
function OptionsFilter({ field, filters, onChange, options }: EditorProps & { options: readonly Option[] }) {
  const chosen = new Set(filters.filter((f) => f.op === 'in' || f.op === 'eq').flatMap(valuesOf));
  const put = (value: string): void => {
    if (!chosen.delete(value)) chosen.add(value);
    onChange(chosen.size === 0 ? [] : [{ field: field.name, op: 'in', value: [...chosen] }]);
  };
  return (
    <fieldset className="m-options">
      <legend className="m-hidden">{field.text(field.spec.label)}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="checkbox" className="m-check" checked={chosen.has(option.value)} onChange={() => put(option.value)} />
          {field.text(option.label)}
        </label>
      ))}
    </fieldset>
  );
}

const END_OF_DAY = ' 23:59:59';

/** From and to, both optional. An unreadable value is marked and not sent. */
function RangeFilter({ field, filters, onChange }: EditorProps) {
  const kind = kindOf(field.spec);
  const shown = (op: FilterOp): string => {
    const filter = filters.find((f) => f.op === op);
    if (!filter) return '';
    const raw = valuesOf(filter)[0] ?? '';
    return kind.format(kind.exportAs === 'number' ? Number(raw) : raw, field);
  };
  const [texts, setTexts] = useState({ gte: shown('gte'), lte: shown('lte') });
  const [wrong, setWrong] = useState<{ gte?: boolean; lte?: boolean }>({});
  const put = (op: 'gte' | 'lte', text: string): void => {
    setTexts({ ...texts, [op]: text });
    // "To the 5th" includes the whole 5th.
    const full = field.spec.kind === 'instant' && op === 'lte' && /^\S{8,10}$/.test(text.trim()) ? text.trim() + END_OF_DAY : text;
    const parsed = kind.parse(full, field);
    setWrong({ ...wrong, [op]: !('value' in parsed) });
    if (!('value' in parsed)) return;
    const rest = filters.filter((f) => f.op !== op && f.op !== 'null');
    onChange(parsed.value === null ? rest : [...rest, { field: field.name, op, value: asText(parsed.value) }]);
  };
  return (
    <div className="m-range">
      {(['gte', 'lte'] as const).map((op) => (
        <label key={op}>
          {field.t(op === 'gte' ? 'filter.from' : 'filter.to')}
          <input
            className="m-input"
            value={texts[op]}
            aria-invalid={wrong[op] ?? false}
            placeholder={kind.exportAs === 'date' ? field.t('filter.day') : (kind.unit ?? '')}
            onChange={(event) => put(op, event.target.value)}
          />
        </label>
      ))}
    </div>
  );
}

const isNullFilter = (filters: readonly Filter[]): string | null => {
  const found = filters.find((f) => f.op === 'null');
  return found ? (valuesOf(found)[0] ?? null) : null;
};

/** Has a value, has none, or either. */
function PresenceFilter({ field, filters, onChange }: EditorProps) {
  const at = isNullFilter(filters);
  return (
    <fieldset className="m-options m-presence">
      <legend className="m-hidden">{field.text(field.spec.label)}</legend>
      {(['false', 'true'] as const).map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            className="m-check"
            checked={at === value}
            onChange={() => onChange(at === value ? [] : [{ field: field.name, op: 'null', value }])}
          />
          {field.t(value === 'true' ? 'filter.empty' : 'filter.filled')}
        </label>
      ))}
    </fieldset>
  );
}

/** One country, chosen as in a form, because rows contain codes and a search by name finds nothing. */
function CountryFilter({ field, filters, onChange }: EditorProps) {
  const id = useId();
  const own = filters.find((f) => f.op !== 'null');
  const [code, setCode] = useState(own ? (valuesOf(own)[0] ?? '') : '');
  const put = (value: unknown): void => {
    const next = asText(value);
    setCode(next);
    if (next === '') onChange([]);
    else if (countryOf(next, field.locale))
      onChange([{ field: field.name, ...(field.spec.kind === 'tags' ? { op: 'in', value: [next] } : { op: 'eq', value: next }) }]);
  };
  return (
    <label className="m-range" htmlFor={id}>
      {field.t('filter.is')}
      <CountryInput
        id={id}
        field={field}
        value={code}
        unread={undefined}
        invalid={false}
        describedBy={undefined}
        disabled={false}
        onChange={put}
        onUnread={() => undefined}
        onLabels={() => undefined}
      />
    </label>
  );
}

/** Contains or equals. Several pasted lines become "one of these". */
function TextFilter({ field, filters, onChange }: EditorProps) {
  const own = filters.find((f) => f.op !== 'null');
  const canBeLike = kindOf(field.spec).filterOps.includes('like');
  const [exact, setExact] = useState(own ? own.op !== 'like' : !canBeLike);
  const [text, setText] = useState(own ? valuesOf(own).join('\n') : '');
  const put = (next: string, isExact: boolean): void => {
    setText(next);
    setExact(isExact);
    const lines = next
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const [first] = lines;
    if (first === undefined) return onChange([]);
    if (lines.length > 1) return onChange([{ field: field.name, op: 'in', value: lines }]);
    onChange([{ field: field.name, op: isExact ? (canBeLike ? 'eq' : 'in') : 'like', value: isExact && !canBeLike ? [first] : first }]);
  };
  return (
    <div className="m-range">
      <label>
        {field.t(exact ? 'filter.is' : 'filter.contains')}
        <textarea
          className="m-input"
          rows={text.includes('\n') ? 5 : 1}
          value={text}
          onChange={(event) => put(event.target.value, exact)}
        />
      </label>
      {canBeLike ? (
        <label className="m-inline">
          <input type="checkbox" className="m-check" checked={exact} onChange={() => put(text, !exact)} />
          {field.t('filter.exact')}
        </label>
      ) : null}
      <p className="m-quiet">{field.t('filter.lines')}</p>
    </div>
  );
}

const WITH_OPTIONS = new Set<FieldKind>(['status', 'choice', 'choices']);
const BOOLEAN_OPTIONS: Option[] = [
  { value: 'true', label: 'mask.yes' },
  { value: 'false', label: 'mask.no' },
];

function valueEditor(props: EditorProps): ReactNode {
  const { spec } = props.field;
  if (WITH_OPTIONS.has(spec.kind) && 'options' in spec) return <OptionsFilter {...props} options={spec.options} />;
  if (isCountryField(spec)) return <CountryFilter {...props} />;
  if (spec.kind === 'boolean') return <OptionsFilter {...props} options={BOOLEAN_OPTIONS} />;
  if (spec.kind === 'reference' || spec.kind === 'references') return <ReferenceFilter {...props} area={spec.area} />;
  const ops = kindOf(spec).filterOps;
  if (ops.includes('gte')) return <RangeFilter {...props} />;
  return ops.some((op) => op === 'like' || op === 'eq' || op === 'in') ? <TextFilter {...props} /> : null;
}

export function FilterEditor(props: EditorProps & { onDone: () => void }) {
  const { field, filters, onChange, onDone } = props;
  return (
    <form
      className="m-filter-editor"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      {valueEditor(props)}
      {kindOf(field.spec).filterOps.includes('null') ? <PresenceFilter {...props} /> : null}
      <div className="m-actions">
        <Button size="small" onClick={() => onChange([])} disabled={filters.length === 0}>
          {field.t('filter.none')}
        </Button>
        <Button size="small" type="primary" htmlType="submit">
          {field.t('filter.done')}
        </Button>
      </div>
    </form>
  );
}
