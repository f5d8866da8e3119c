import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { newIntent } from '../../../providers/new-id.ts';
import { useInvalidate, useSaveRow } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import type { ColumnChoice } from './columns.ts';
import { type ListState, writeState } from './url-state.ts';

type Props = { mask: Mask; state: ListState; choice: ColumnChoice; onClose: () => void };

/** Saves the current state of a list as a view, under a name. */
export default function SaveViewDialog({ mask, state, choice, onClose }: Props) {
  const saveRow = useSaveRow();
  const invalidate = useInvalidate();
  const t = useMaskT();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const store = async (): Promise<void> => {
    const query = writeState({ ...state, page: 1, cursor: null, back: false }, mask).toString();
    await saveRow('views', null, { mask: mask.key, name: name.trim(), shared, state: { query, columns: choice } }, { intent: newIntent() });
    await invalidate('views');
    onClose();
  };
  const save = (): void => {
    if (name.trim() === '') return;
    setBusy(true);
    // The call already showed the error. The dialog stays open with the name.
    store().catch(() => setBusy(false));
  };
  return (
    <Modal
      open
      title={t('views.save')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: name.trim() === '' }}
      onOk={save}
      onCancel={onClose}
    >
      <form
        className="m-stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label className="m-stack">
          {t('views.name')}
          <input className="m-input" maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="m-inline">
          <input type="checkbox" className="m-check" checked={shared} onChange={() => setShared(!shared)} />
          {t('views.share')}
        </label>
      </form>
    </Modal>
  );
}
