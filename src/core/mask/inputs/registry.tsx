import type { FieldOf, FieldSpec } from '#contract/core/mask';
import { DateInput, InstantInput } from './DateInputs.tsx';
import { FileInput } from './FileInput.tsx';
import type { InputMap, InputPart, InputProps } from './input.ts';
import { LinesInput } from './LinesInput.tsx';
import { DataInput } from './PairsInput.tsx';
import { SecretInput } from './SecretInput.tsx';
import { ChoiceInput, ChoicesInput, ReferenceInput, ReferencesInput, TagsInput } from './SelectInputs.tsx';
import { AddressInput, TextsInput } from './StructuredInputs.tsx';
import { BooleanInput, ColorInput, ParsedInput, TextInput } from './TextInputs.tsx';
import './inputs.css';

/** The inputs of all kinds. Loaded with the first form, not with a list. */
export const INPUTS = {
  text: { Input: TextInput },
  secret: { Input: SecretInput },
  email: { Input: ParsedInput },
  phone: { Input: ParsedInput },
  url: { Input: ParsedInput },
  number: { Input: ParsedInput },
  money: { Input: ParsedInput },
  percent: { Input: ParsedInput },
  weight: { Input: ParsedInput },
  size: { Input: ParsedInput },
  volume: { Input: ParsedInput },
  date: { Input: DateInput },
  instant: { Input: InstantInput },
  status: { Input: ChoiceInput },
  choice: { Input: ChoiceInput },
  choices: { Input: ChoicesInput },
  boolean: { Input: BooleanInput },
  reference: { Input: ReferenceInput },
  references: { Input: ReferencesInput },
  tags: { Input: TagsInput },
  image: { Input: FileInput },
  file: { Input: FileInput },
  address: { Input: AddressInput },
  barcode: { Input: ParsedInput },
  texts: { Input: TextsInput },
  json: { Input: DataInput },
  color: { Input: ColorInput },
  decimal: { Input: ParsedInput },
  lines: { Input: (props: InputProps<FieldOf<'lines'>>) => <LinesInput {...props} inputOf={inputOf} /> },
} as const satisfies InputMap;

const unsupported: InputPart = { Input: ({ field }) => <em className="m-quiet">{field.t('unsupported')}</em> };

export function inputOf(spec: Pick<FieldSpec, 'kind'>): InputPart {
  return Object.hasOwn(INPUTS, spec.kind) ? INPUTS[spec.kind] : unsupported;
}
