import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useRows } from '../../../core/mask/data.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { PatternForm } from './PatternForm.tsx';
import { PlaceLabels } from './PlaceLabels.tsx';
import { usePattern } from './pattern.ts';

/** Two rows tell whether there is only one warehouse. */
const ONE_OR_MORE = { limit: 2, cursor: null, search: '', sort: 'code', back: false, filters: [] };

/** Creates compartments by pattern, and then prints their labels. The only warehouse of a house is chosen beforehand. */
export function GenerateDialog({ onClose }: DialogProps) {
  const { data, isError } = useRows('warehouses', ONE_OR_MORE);
  if (!data && !isError) return null;
  const [first, second] = data?.data ?? [];
  return <PatternDialog warehouseId={first && !second ? asText(first['id']) : null} onClose={onClose} />;
}

function PatternDialog({ warehouseId, onClose }: { warehouseId: string | null } & Pick<DialogProps, 'onClose'>) {
  const t = useT();
  const { number } = useFormat();
  const state = usePattern(warehouseId);
  const { preview, created, busy, create, values } = state;
  const close = (): void => onClose(created !== null);
  return (
    <Modal
      open
      width="min(760px, 96vw)"
      title={t('compartments.actions.generate')}
      onCancel={close}
      footer={
        created ? (
          <Button type="primary" onClick={close}>
            {t('buttons.close')}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t('buttons.cancel')}</Button>
            <Button type="primary" loading={busy} disabled={preview === null} onClick={() => void create()}>
              {preview
                ? t('compartments.generate.create', { count: preview.count, n: number(preview.count) })
                : t('compartments.actions.generate')}
            </Button>
          </>
        )
      }
    >
      <PatternForm state={state} />
      {created ? <PlaceLabels warehouseId={asText(values['warehouseId'])} /> : null}
    </Modal>
  );
}
