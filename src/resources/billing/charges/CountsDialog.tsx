import type { FieldSpec } from '#contract/core/mask';
import { FormDialog } from '../../../core/mask/record/FormDialog.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';

const FIELDS: Record<string, FieldSpec> = {
  pallets: { kind: 'number', label: 'tasks.fields.receivedPallets', required: true, min: 0, max: 10_000 },
  boxes: { kind: 'number', label: 'tasks.fields.receivedBoxes', min: 0, max: 10_000 },
  mixed: { kind: 'boolean', label: 'tasks.fields.receivedMixed' },
};

/** Enters what was counted of a delivery, beside the fact that waits for it. */
export function CountsDialog({ id, no, onClose }: { id: string; no: string; onClose: (changed: boolean) => void }) {
  const t = useT();
  const call = useCall();
  return (
    <FormDialog
      title={t('tasks.receivedUnits.action')}
      okText={t('buttons.save')}
      subject={no}
      fields={FIELDS}
      send={async (body, intent) => {
        await call('POST', `/v0/tasks/${encodeURIComponent(id)}/receivedUnits`, { body, intent, handles: ['InvalidInput'] });
      }}
      onClose={onClose}
    />
  );
}
