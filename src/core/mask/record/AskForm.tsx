import { useId, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import type { Row } from '../kinds/kind.ts';
import { FieldRow } from './FieldRow.tsx';
import { type Unread, without } from './form-store.ts';

type Props = {
  fields: Record<string, FieldSpec>;
  values: Row;
  /** The row that the action is about: an amount is asked for in its currency. */
  beside?: Row | undefined;
  errors: readonly FieldError[];
  onChange: (values: Row) => void;
};

/** The few fields that an action asks for before it runs. */
export function AskForm({ fields, values, beside, errors, onChange }: Props) {
  const formId = useId();
  const [unread, setUnread] = useState<Record<string, Unread>>({});
  const [labels, setLabels] = useState<Row>({});
  // What is asked for begins empty, also where the row has a field of that name.
  const given = Object.fromEntries(Object.entries(beside ?? {}).filter(([name]) => !Object.hasOwn(fields, name)));
  return (
    <div className="m-form">
      {Object.entries(fields).map(([name, spec]) => (
        <FieldRow
          key={name}
          name={name}
          spec={spec}
          row={{ ...given, ...labels, ...values }}
          formId={formId}
          errors={errors.filter(({ path }) => path === name)}
          unread={unread[name]}
          changed={false}
          onChange={(field, value) => {
            setUnread(without(unread, field));
            onChange({ ...values, [field]: value });
          }}
          onUnread={(field, next) => {
            setUnread({ ...unread, [field]: next });
            onChange({ ...values, [field]: null });
          }}
          onLabels={(next) => setLabels({ ...labels, ...next })}
        />
      ))}
    </div>
  );
}
