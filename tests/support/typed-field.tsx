import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { InputProps } from '../../src/core/mask/inputs/input.ts';
import type { FieldContext } from '../../src/core/mask/kinds/kind.ts';

/** A field as an input sees it, with keys in place of texts, and an input whose value is shown as JSON. */

export const fieldOf = <S extends FieldContext['spec']>(spec: S, more: Partial<FieldContext<S>> = {}): FieldContext<S> => ({
  name: 'value',
  spec,
  row: {},
  locale: 'en',
  text: (text) => (typeof text === 'string' ? text : text.en),
  t: (key) => key,
  relative: () => '',
  linkTo: () => null,
  ...more,
});

type Props<S extends FieldContext['spec']> = {
  Input: (props: InputProps<S>) => ReactNode;
  field: FieldContext<S>;
  start: unknown;
  errors?: readonly FieldError[];
};
export function TypedField<S extends FieldContext['spec']>({ Input, field, start, errors = [] }: Props<S>) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Input
        field={field}
        id={field.name}
        value={value}
        unread={undefined}
        invalid={errors.length > 0}
        describedBy={undefined}
        errors={errors}
        disabled={false}
        onChange={setValue}
        onUnread={() => undefined}
        onLabels={() => undefined}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}
/** The value as it stands. */
export const stored = () => JSON.parse(screen.getByRole('status').textContent ?? '');
