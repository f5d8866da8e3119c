import { useState } from 'react';
import type { FieldOf } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { asText, isRecord } from '../kinds/kind.ts';
import { ariaOf, type InputProps } from './input.ts';
import { JsonInput } from './TextInputs.tsx';
import './pairs.css';

type Pair = readonly [from: string, to: string];

const pairsOf = (value: unknown): Pair[] => (isRecord(value) ? Object.entries(value).map(([from, to]): Pair => [from, asText(to)]) : []);
/** A pair without a name is not stored yet. */
const recordOf = (pairs: readonly Pair[]): Record<string, string> => Object.fromEntries(pairs.filter(([from]) => from !== ''));
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(pairsOf(a)) === JSON.stringify(pairsOf(b));

/** Names with a value each, as a table of two columns. */
function Pairs(props: InputProps<FieldOf<'json'>> & { heads: readonly [string, string] }) {
  const { field, id, value, disabled, heads, onChange } = props;
  // Kept here, because a pair that is being typed may have no name, or for a moment that of another.
  const [typed, setTyped] = useState(() => pairsOf(value));
  const pairs = isSame(recordOf(typed), value) ? typed : pairsOf(value);
  const put = (next: readonly Pair[]): void => {
    setTyped([...next]);
    onChange(recordOf(next));
  };
  const shown: readonly Pair[] = pairs.length === 0 ? [['', '']] : pairs;
  return (
    <div className="m-pairs">
      <div className="m-pair m-quiet">
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
        <span />
      </div>
      {shown.map((pair, at) => (
        // Pairs have no id: their place is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="m-pair">
          {pair.map((text, side) => (
            <input
              key={heads[side]}
              {...(at === 0 && side === 0 ? ariaOf(props) : {})}
              id={at === 0 && side === 0 ? id : `${id}-${at}-${side}`}
              aria-label={`${heads[side]} ${at + 1}`}
              className="m-input"
              autoComplete="off"
              maxLength={100}
              disabled={disabled}
              value={text}
              onChange={(event) =>
                put(shown.map((one, i) => (i === at ? (side === 0 ? [event.target.value, one[1]] : [one[0], event.target.value]) : one)))
              }
            />
          ))}
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
      <button type="button" className="m-add-pair" disabled={disabled || pairs.length === 0} onClick={() => setTyped([...pairs, ['', '']])}>
        {field.t('pairs.add')}
      </button>
    </div>
  );
}

/** Free data: names with their values where the mask says what they are, else as it is stored. */
export function DataInput(props: InputProps<FieldOf<'json'>>) {
  const { spec, text } = props.field;
  return spec.pairs ? <Pairs {...props} heads={[text(spec.pairs.from), text(spec.pairs.to)]} /> : <JsonInput {...props} />;
}
