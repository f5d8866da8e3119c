import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import type { Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { CallError } from '../../../providers/call-error.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

const text = (name: string): FieldSpec => ({
  kind: 'text',
  label: `compartments.generate.${name}`,
  required: true,
  maxLength: 4,
  mono: true,
});
const PARTS = ['aisle', 'rack', 'level', 'slot'] as const;

const FIELDS: Record<string, FieldSpec> = {
  warehouseId: { kind: 'reference', area: 'warehouses', label: 'compartments.fields.warehouseId', required: true },
  zone: { kind: 'text', label: 'compartments.fields.zone', maxLength: 20 },
  ...Object.fromEntries(
    PARTS.flatMap((part) => [
      [`${part}From`, text(`${part}From`)],
      [`${part}To`, text(`${part}To`)],
    ]),
  ),
  pattern: { kind: 'text', label: 'compartments.generate.pattern', help: 'compartments.generate.patternHelp', required: true, mono: true },
};
const START: Row = {
  aisleFrom: '01',
  aisleTo: '04',
  rackFrom: '01',
  rackTo: '05',
  levelFrom: 'A',
  levelTo: 'C',
  slotFrom: '1',
  slotTo: '1',
  pattern: '{aisle}-{rack}-{level}-{slot}',
  zone: '',
};

type Preview = { total: number; created: number; existing: number; sample: string[] };

const bodyOf = (values: Row, preview: boolean) => ({
  warehouseId: values['warehouseId'],
  zone: values['zone'],
  pattern: values['pattern'],
  preview,
  ...Object.fromEntries(PARTS.map((part) => [part, { from: values[`${part}From`], to: values[`${part}To`] }])),
});

/** Maps `aisle.from` to the form's field `aisleFrom`. An error of the whole range is shown at its end. */
const placed = (error: FieldError): FieldError => {
  const [part = '', side] = error.path.split('.');
  const isPart = (PARTS as readonly string[]).includes(part);
  return isPart ? { ...error, path: `${part}${side === 'from' ? 'From' : 'To'}` } : error;
};

/** Generates compartments by aisle, rack, level and slot. Shows their number and codes before creating them. */
export function GenerateDialog({ onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const [values, setValues] = useState<Row>(START);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (dry: boolean): Promise<void> => {
    setBusy(true);
    setErrors([]);
    try {
      const answer = await call<Preview>('POST', '/v0/compartments/generate', { body: bodyOf(values, dry), handles: ['InvalidInput'] });
      if (dry) setPreview(answer);
      else onClose(true);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'InvalidInput') return;
      setErrors((error.data as FieldError[]).map(placed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('compartments.actions.generate')}
      onCancel={() => onClose(false)}
      onOk={() => void send(preview === null)}
      confirmLoading={busy}
      okText={preview ? t('compartments.generate.create', { count: preview.created }) : t('compartments.generate.preview')}
      cancelText={t('buttons.cancel')}
    >
      <AskForm
        fields={FIELDS}
        values={values}
        errors={errors}
        onChange={(next) => {
          setValues(next);
          setPreview(null);
        }}
      />
      <output aria-live="polite">
        {preview &&
          t('compartments.generate.result', { total: preview.total, existing: preview.existing, sample: preview.sample.join(', ') })}
      </output>
    </Modal>
  );
}
