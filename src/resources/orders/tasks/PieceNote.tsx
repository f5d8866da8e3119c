import type { FieldSpec } from '#contract/core/mask';
import { isNothing, type Row } from '../../../core/mask/kinds/kind.ts';
import { FormDialog } from '../../../core/mask/record/FormDialog.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useCall } from '../../../providers/use-call.ts';
import type { HistoryPiece } from './order-history.ts';

const FIELDS: Record<string, FieldSpec> = {
  remark: { kind: 'text', label: 'taskPage.return.pieceRemark', multiline: true, maxLength: 500 },
  photo: { kind: 'image', label: 'taskPage.return.photo', visibility: 'intern' },
};
const givenOf = (values: Row): Row =>
  Object.fromEntries(Object.keys(FIELDS).flatMap((name) => (isNothing(values[name]) ? [] : [[name, values[name]]])));

type Props = { taskId: string; piece: HistoryPiece; onClose: (changed: boolean) => void };

/** Remark and photo of a returned piece, which the merchant reads. */
export function PieceNote({ taskId, piece, onClose }: Props) {
  const call = useCall();
  const t = useT();
  return (
    <FormDialog
      title={t('taskPage.return.noteOf', { sku: piece.sku })}
      okText={t('buttons.save')}
      fields={FIELDS}
      start={{ remark: piece.remark, photo: piece.photo }}
      ready={(values) => Object.keys(givenOf(values)).length > 0}
      send={async (values, intent) => {
        const path = `/v0/tasks/${encodeURIComponent(taskId)}/pieces/${encodeURIComponent(piece.id)}/note`;
        await call('POST', path, { body: givenOf(values), intent, handles: ['InvalidInput'] });
      }}
      onClose={onClose}
    />
  );
}
