import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useMaskT } from '../field-context.ts';

type Props = { onSave: (name: string, shared: boolean) => Promise<void>; onCancel: () => void };

export function SaveViewDialog({ onSave, onCancel }: Props) {
  const t = useMaskT();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = (): void => {
    if (name.trim() === '') return;
    setBusy(true);
    // The call already showed the error. The dialog stays open with the name.
    onSave(name.trim(), shared).catch(() => setBusy(false));
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
      onCancel={onCancel}
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
