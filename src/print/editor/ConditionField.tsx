import { useId, useState } from 'react';
import { CONDITION_OPS, Condition } from '#contract/core/mask-condition';
import { useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import { conditionOf, type Flat, flatOf, NO_VALUE, type Op, type Rule } from './conditions.ts';
import type { InputOf } from './Field.tsx';
import { kindIn, type Value } from './values.ts';

type Props = InputOf & { label: string; own: readonly Value[] };

/** A condition nested too deeply for lines stays unchanged or is edited as text. */
function AsText({ value, label, onChange }: { value: unknown; label: string; onChange: (value: unknown) => void }) {
  const t = useT();
  const [text, setText] = useState(() => JSON.stringify(value, null, 1));
  const put = (next: string): void => {
    setText(next);
    try {
      const parsed = Condition.safeParse(JSON.parse(next));
      if (parsed.success) onChange(parsed.data);
    } catch {
      // Not valid yet. It is applied once it can be parsed.
    }
  };
  return (
    <>
      <textarea className="m-input m-mono" rows={4} aria-label={label} value={text} onChange={(event) => put(event.target.value)} />
      <button type="button" className="k-link-button" onClick={() => onChange(undefined)}>
        {t('printEditor.noCondition')}
      </button>
    </>
  );
}

type LineProps = {
  rule: Rule;
  kind: Value['kind'] | undefined;
  names: readonly string[];
  onChange: (rule: Rule) => void;
  onRemove: () => void;
};

function Line({ rule, kind, names, onChange, onRemove }: LineProps) {
  const t = useT();
  const value = t('printEditor.conditionValue');
  return (
    <li className="pe-rule">
      <select
        className="m-select"
        aria-label={t('printEditor.value')}
        value={rule.field}
        onChange={(event) => onChange({ ...rule, field: event.target.value })}
      >
        {(names.includes(rule.field) ? names : [rule.field, ...names]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        className="m-select"
        aria-label={t('printEditor.isOrNot')}
        value={rule.not ? 'not' : ''}
        onChange={(event) => onChange({ ...rule, not: event.target.value === 'not' })}
      >
        <option value="">{t('printEditor.is')}</option>
        <option value="not">{t('printEditor.isNot')}</option>
      </select>
      <select
        className="m-select"
        aria-label={t('printEditor.comparison')}
        value={rule.op}
        onChange={(event) => onChange({ ...rule, op: event.target.value as Op })}
      >
        {CONDITION_OPS.map((op) => (
          <option key={op} value={op}>
            {t(`printEditor.op.${op}`)}
          </option>
        ))}
      </select>
      {NO_VALUE.includes(rule.op) ? null : kind === 'yes' ? (
        <select
          className="m-select"
          aria-label={value}
          value={rule.value}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
        >
          <option value="true">{t('mask.yes')}</option>
          <option value="false">{t('mask.no')}</option>
        </select>
      ) : (
        <input
          className="m-input"
          aria-label={value}
          value={rule.value}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
        />
      )}
      <button type="button" className="m-icon-button" aria-label={t('printEditor.removeRule')} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

/** The condition for printing an element: lines of which all or any must hold. */
export function ConditionField({ value, label, own, onChange }: Props) {
  const t = useT();
  const id = useId();
  const { values } = useBench();
  const known = [...own, ...values];
  const parsed = value === undefined ? undefined : (value as Condition);
  const flat = flatOf(parsed);
  const kindOf = (field: string) => kindIn(known, field);
  const names = [
    ...new Set(
      known.filter(({ kind }) => kind !== 'group').flatMap(({ path, kind }) => (kind === 'list' ? [path, `${path}.length`] : [path])),
    ),
  ];
  const put = (next: Flat): void => onChange(conditionOf(next, kindOf));
  return (
    <fieldset className="pe-condition" aria-describedby={id}>
      <legend>{label}</legend>
      {flat === null ? (
        <AsText value={value} label={label} onChange={onChange} />
      ) : (
        <>
          {flat.rules.length > 1 ? (
            <select
              className="m-select"
              aria-label={t('printEditor.join')}
              value={flat.join}
              onChange={(event) => put({ ...flat, join: event.target.value === 'or' ? 'or' : 'and' })}
            >
              <option value="and">{t('printEditor.all')}</option>
              <option value="or">{t('printEditor.any')}</option>
            </select>
          ) : null}
          <ul>
            {flat.rules.map((rule, i) => (
              <Line
                // Lines have no name, so the position is the key.
                key={`${i + 1}`}
                rule={rule}
                kind={kindOf(rule.field)}
                names={names}
                onChange={(next) => put({ ...flat, rules: flat.rules.map((other, k) => (k === i ? next : other)) })}
                onRemove={() => put({ ...flat, rules: flat.rules.filter((_, k) => k !== i) })}
              />
            ))}
          </ul>
          <button
            type="button"
            className="k-link-button"
            onClick={() => put({ ...flat, rules: [...flat.rules, { not: false, field: names[0] ?? '', op: 'filled', value: '' }] })}
          >
            {t('printEditor.addRule')}
          </button>
        </>
      )}
      <span id={id} className="m-hidden">
        {flat?.rules.length === 0 ? t('printEditor.always') : ''}
      </span>
    </fieldset>
  );
}
