import Modal from 'antd/es/modal';
import { ThisComputer } from '../../../print/hub/ThisComputer.tsx';
import { useT } from '../../../providers/i18n.ts';

/** Which printers this computer has, and which paper comes out where. */
export function ComputerDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Modal open title={t('printers.hub.computer')} footer={null} onCancel={onClose}>
      <ThisComputer />
    </Modal>
  );
}
