import Modal from 'antd/es/modal';
import { ThisComputer } from '../../../print/hub/ThisComputer.tsx';
import { useT } from '../../../providers/i18n.ts';

/** The printers of this computer, and which paper is printed on which. */
export function ComputerDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Modal open title={t('printers.hub.computer')} footer={null} onCancel={onClose}>
      <ThisComputer />
    </Modal>
  );
}
