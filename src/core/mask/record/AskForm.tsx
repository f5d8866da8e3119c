import { useId, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import type { Row } from '../kinds/kind.ts';
import { FieldRow } from './FieldRow.tsx';
import { type Unread, without } from './form-store.ts';
import { rowSpans, spanOf } from './spans.ts';

type Props = {
  fields: Record<string, FieldSpec>;
  values: Row;
  /** The row of the action. An amount is asked for in its currency. */
  beside?: Row | undefined;
  errors: readonly FieldError[];
  onChange: (values: Row) => void;
  /** Places the fields on a card with this heading, in the columns of a form, without the hints about their limits. */
  heading?: string;
};

/** The fields that an action or a page asks for before it runs. */
export function AskForm({ fields, values, beside, errors, onChange, heading }: Props) {
  const formId = useId();
  const [unread, setUnread] = useState<Record<string, Unread>>({});
  const [labels, setLabels] = useState<Row>({});
  // The fields start empty, even if the row has a field of the same name.
  const given = Object.fromEntries(Object.entries(beside ?? {}).filter(([name]) => !Object.hasOwn(fields, name)));
  const spans = rowSpans(Object.values(fields).map(spanOf));
  const rows = Object.entries(fields).map(([name, spec], at) => (
    <FieldRow
      key={name}
      name={name}
      span={spans[at]}
      spec={spec}
      row={{ ...given, ...labels, ...values }}
      formId={formId}
      errors={errors.filter(({ path }) => path === name)}
      unread={unread[name]}
      changed={false}
      hints={heading === undefined}
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
  ));
  return (
    <div className="m-form">
      {heading === undefined ? (
        rows
      ) : (
        <fieldset className="m-section">
          <legend>{heading}</legend>
          {rows}
        </fieldset>
      )}
    </div>
  );
}
