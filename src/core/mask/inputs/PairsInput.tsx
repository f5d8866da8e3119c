import { useState } from 'react';
import type { FieldOf } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { asText, isRecord } from '../kinds/kind.ts';
import { ariaOf, type InputProps } from './input.ts';
import { KindInput, VALUE_KINDS, ValueInput, valueKind } from './ValueInput.tsx';
import './pairs.css';

type Pair = readonly [from: string, to: unknown];
/** What values of settings are. */
const KINDS = ['text', 'number', 'boolean'] as const;

const pairsOf = (value: unknown): Pair[] => (isRecord(value) ? Object.entries(value) : []);
/** A pair without a name is not stored yet. */
const recordOf = (pairs: readonly Pair[]): Record<string, unknown> => Object.fromEntries(pairs.filter(([from]) => from !== ''));
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(pairsOf(a)) === JSON.stringify(pairsOf(b));

/** Names with a value each, as a table of two columns. Values are texts, or with `kinds` also numbers, and yes or no. */
function Pairs(props: InputProps<FieldOf<'json'>> & { heads: readonly [string, string]; kinds: boolean }) {
  const { field, id, value, disabled, heads, kinds, onChange } = props;
  // Kept here, because a pair that is being typed may have no name, or for a moment that of another.
  const [typed, setTyped] = useState(() => pairsOf(value));
  const pairs = isSame(recordOf(typed), value) ? typed : pairsOf(value);
  const put = (next: readonly Pair[]): void => {
    setTyped([...next]);
    onChange(recordOf(next));
  };
  const shown: readonly Pair[] = pairs.length === 0 && !kinds ? [['', '']] : pairs;
  const putAt = (at: number, pair: Pair): void => put(shown.map((one, i) => (i === at ? pair : one)));
  return (
    <div className="m-pairs">
      <div className="m-pair m-quiet">
        {/* Both are empty, and so alike, until their texts have come. */}
        <span key="from">{heads[0]}</span>
        <span key="to">{heads[1]}</span>
        <span />
      </div>
      {shown.map(([from, to], at) => (
        // Pairs have no id: their place is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="m-pair">
          <input
            {...(at === 0 ? ariaOf(props) : {})}
            id={at === 0 ? id : `${id}-${at}-0`}
            aria-label={`${heads[0]} ${at + 1}`}
            className="m-input"
            autoComplete="off"
            maxLength={100}
            disabled={disabled}
            value={from}
            onChange={(event) => putAt(at, [event.target.value, to])}
          />
          {kinds ? (
            <KindInput
              {...props}
              of={valueKind(to) ?? 'text'}
              id={`${id}-${at}-1`}
              value={to}
              onChange={(next) => putAt(at, [from, next])}
            />
          ) : (
            <input
              id={`${id}-${at}-1`}
              aria-label={`${heads[1]} ${at + 1}`}
              className="m-input"
              autoComplete="off"
              maxLength={100}
              disabled={disabled}
              value={asText(to)}
              onChange={(event) => putAt(at, [from, event.target.value])}
            />
          )}
          <button
            type="button"
            className="m-icon-button"
            disabled={disabled || pairs.length === 0}
            aria-label={field.t('pairs.remove', { n: at + 1 })}
            onClick={() => put(shown.filter((_, i) => i !== at))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <div className="m-add-pairs">
        {(kinds ? KINDS : (['text'] as const)).map((kind) => (
          <button
            key={kind}
            type="button"
            className="m-add-pair"
            disabled={disabled || (!kinds && pairs.length === 0)}
            onClick={() => setTyped([...pairs, ['', VALUE_KINDS[kind]]])}
          >
            {field.t(kinds ? `pairs.addOf.${kind}` : 'pairs.add')}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Free data: names with their values where the mask says what they are, else one value by its kind. */
export function DataInput(props: InputProps<FieldOf<'json'>>) {
  const { spec, text } = props.field;
  return spec.pairs ? (
    <Pairs {...props} heads={[text(spec.pairs.from), text(spec.pairs.to)]} kinds={spec.pairs.kinds === true} />
  ) : (
    <ValueInput {...props} />
  );
}
