import { useMemo, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { COMPARTMENT_KINDS } from '#contract/stock/compartments';
import { countPlaces, endsOf, type PlacePattern, patternFaults, usualPattern } from '#contract/stock/place-pattern';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { fieldFaults } from '../../../core/mask/record/validate.ts';
import { CallError, fieldErrors } from '../../../providers/call-error.ts';
import { useCall } from '../../../providers/use-call.ts';
import { useIntent } from '../../../providers/use-intent.ts';

const PARTS = ['aisle', 'rack', 'level', 'slot'] as const;
const end = (name: string, required: boolean): FieldSpec => ({
  kind: 'text',
  label: `compartments.generate.${name}`,
  required,
  maxLength: 4,
  mono: true,
});

export const WHERE: Record<string, FieldSpec> = {
  warehouseId: { kind: 'reference', area: 'warehouses', label: 'compartments.fields.warehouseId', required: true },
  kind: {
    kind: 'choice',
    label: 'compartments.fields.kind',
    required: true,
    options: COMPARTMENT_KINDS.map((value) => ({ value, label: `compartments.kinds.${value}` })),
  },
};
export const RANGES: Record<string, FieldSpec> = {
  ...Object.fromEntries(
    PARTS.flatMap((part) => [
      [`${part}From`, end(`${part}From`, part !== 'slot')],
      [`${part}To`, end(`${part}To`, part !== 'slot')],
    ]),
  ),
  pattern: { kind: 'text', label: 'compartments.generate.pattern', help: 'compartments.generate.patternHelp', maxLength: 60, mono: true },
  zone: { kind: 'text', label: 'compartments.fields.zone', maxLength: 12 },
};

/** A hall as it is often built: 12 aisles, 40 racks, 5 levels. */
const START: Row = {
  kind: 'shelf',
  zone: '',
  aisleFrom: '01',
  aisleTo: '12',
  rackFrom: '01',
  rackTo: '40',
  levelFrom: 'A',
  levelTo: 'E',
  slotFrom: '',
  slotTo: '',
  pattern: '',
};

function patternOf(values: Row): PlacePattern {
  const text = (name: string): string => asText(values[name]).trim().toUpperCase();
  const range = (part: (typeof PARTS)[number]) => ({ from: text(`${part}From`), to: text(`${part}To`) });
  const slot = range('slot');
  const own = asText(values['pattern']).trim();
  const parts = { aisle: range('aisle'), rack: range('rack'), level: range('level'), slot: slot.from + slot.to === '' ? null : slot };
  return { ...parts, pattern: own || usualPattern(parts) };
}

/** Maps `aisle` and `aisle.from` to the fields of the form. An error of a whole range is shown at its end. */
const placed = (error: FieldError): FieldError => {
  const [part = '', side] = error.path.split('.');
  const isPart = PARTS.some((one) => one === part);
  return isPart ? { ...error, path: `${part}${side === 'from' ? 'From' : 'To'}` } : error;
};

export type Created = { total: number; created: number; existing: number };
export type PatternPreview = { count: number; first: string; last: string };

/** State of the form that creates compartments by pattern, with a preview that needs no call. */
export function usePattern(warehouseId: string | null) {
  const call = useCall();
  const intent = useIntent();
  const [values, setValues] = useState<Row>(() => ({ ...START, warehouseId }));
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [created, setCreated] = useState<Created | null>(null);
  const [busy, setBusy] = useState(false);
  const pattern = useMemo(() => patternOf(values), [values]);
  const faults = useMemo(() => patternFaults(pattern), [pattern]);
  const preview: PatternPreview | null = faults.length > 0 ? null : { count: countPlaces(pattern), ...endsOf(pattern) };

  const create = async (): Promise<void> => {
    const missing = fieldFaults(WHERE, values);
    if (missing.length > 0) return setRefused(missing);
    setBusy(true);
    setRefused([]);
    const body = { warehouseId: values['warehouseId'], kind: values['kind'], zone: values['zone'], ...pattern };
    try {
      const options = { body, intent: intent(JSON.stringify(body)), handles: ['InvalidInput'] } as const;
      setCreated(await call<Created>('POST', '/v0/compartments/generate', options));
    } catch (error) {
      // The call already showed other errors.
      if (error instanceof CallError) setRefused(fieldErrors(error).map(placed));
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    errors: [...faults.map(placed), ...refused],
    preview,
    created,
    busy,
    create,
    change: (next: Row): void => {
      setValues(next);
      setRefused([]);
      setCreated(null);
    },
  };
}
export type PatternState = ReturnType<typeof usePattern>;
