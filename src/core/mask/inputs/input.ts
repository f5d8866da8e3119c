import type { ReactNode } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldKind, FieldOf, FieldSpec } from '#contract/core/mask';
import type { FieldContext, Params, Row } from '../kinds/kind.ts';

export type InputProps<S extends FieldSpec = FieldSpec> = {
  field: FieldContext<S>;
  id: string;
  value: unknown;
  /** Text that could not be parsed, from an earlier keystroke or a restored draft. */
  unread: string | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  /** Faults of the field and of its parts (`lines.2.qty`). */
  errors?: readonly FieldError[];
  disabled: boolean;
  onChange: (value: unknown) => void;
  onUnread: (text: string, rule: string, params?: Params) => void;
  /** Receives the titles of chosen rows, so that a reference shows its name before it is saved. */
  onLabels: (labels: Row) => void;
  /** In a cell of a line: the record around it, and a way to set several cells of the line at once. */
  line?: { record: Row; put: (values: Row) => void } | undefined;
};

/** Declared as a method (bivariant), so that the input of one field type fits the map of all. */
export type InputPart<S extends FieldSpec = FieldSpec> = { Input(this: void, props: InputProps<S>): ReactNode };
export type InputMap = { [K in FieldKind]: InputPart<FieldOf<K>> };

export const ariaOf = ({ id, invalid, describedBy, disabled }: Pick<InputProps, 'id' | 'invalid' | 'describedBy' | 'disabled'>) => ({
  id,
  disabled,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
});
