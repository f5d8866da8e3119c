import type { ReactNode } from 'react';
import type { Mask } from '#contract/core/mask';
import type { Fact } from '#contract/core/related';
import { useT } from '../../../../providers/i18n.ts';
import { holdsForMe } from '../../condition.ts';
import { useFields, useText } from '../../field-context.ts';
import type { Row } from '../../kinds/kind.ts';
import { Cell } from '../../kinds/registry.tsx';
import { Whole } from '../../kinds/Whole.tsx';
import { repeatsTitle, saysNothing } from '../says-nothing.ts';

/** More would not fit beside each other at 1440 px. */
const MOST = 5;

type Shown = { key: string; label: string; value: ReactNode; note?: string | undefined; meaning?: Fact['meaning'] };

/** The facts of a record in one strip: fields of its mask, then figures that the server counted. */
export function FactStrip({ mask, row, facts }: { mask: Mask; row: Row; facts: readonly Fact[] }) {
  const field = useFields();
  const text = useText();
  const t = useT();
  const own = (mask.facts ?? []).flatMap((name): Shown[] => {
    const spec = mask.fields[name];
    if (!spec || saysNothing(spec, row[name]) || repeatsTitle(spec, row[name], row)) return [];
    if (spec.when && !holdsForMe(spec.when, row)) return [];
    return [{ key: name, label: text(spec.label), value: <Cell value={row[name]} field={field(name, spec, row)} /> }];
  });
  const counted = facts.map(
    ({ key, label, spec, value, note, meaning }): Shown => ({
      key,
      label: text(label),
      value: <Cell value={value} field={field(key, spec, row)} />,
      note: note && (typeof note.text === 'string' ? t(note.text, note.values) : text(note.text)),
      meaning,
    }),
  );
  const shown = [...own, ...counted].slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <dl className="r-facts">
      {shown.map(({ key, label, value, note, meaning }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd data-meaning={meaning}>{value}</dd>
          {note ? (
            <dd className="r-note">
              <Whole text={note} />
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
