import type { ReactNode } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldKind, FieldOf, FieldSpec } from '#contract/core/mask';
import type { FieldContext, Params, Row } from '../kinds/kind.ts';

export type InputProps<S extends FieldSpec = FieldSpec> = {
  field: FieldContext<S>;
  id: string;
  value: unknown;
  /** Text that could not be read as a value, from an earlier keystroke or a restored draft. */
  unread: string | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  /** Faults of the field and of what lies in it (`lines.2.qty`). */
  errors?: readonly FieldError[];
  disabled: boolean;
  onChange: (value: unknown) => void;
  onUnread: (text: string, rule: string, params?: Params) => void;
  /** Titles of what was picked, so that a reference shows its name before it is saved. */
  onLabels: (labels: Row) => void;
};

/** A method on purpose: an input of one field type fits the map of all. */
export type InputPart<S extends FieldSpec = FieldSpec> = { Input(this: void, props: InputProps<S>): ReactNode };
export type InputMap = { [K in FieldKind]: InputPart<FieldOf<K>> };

export const ariaOf = ({ id, invalid, describedBy, disabled }: Pick<InputProps, 'id' | 'invalid' | 'describedBy' | 'disabled'>) => ({
  id,
  disabled,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
});
