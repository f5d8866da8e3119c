import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { lazy, Suspense, useState } from 'react';
import { AgentStatus } from '../../print/hub/AgentStatus.tsx';
import { useT } from '../../providers/i18n.ts';

const ThisComputer = lazy(() => import('../../print/hub/ThisComputer.tsx').then((m) => ({ default: m.ThisComputer })));

/** Beside the printers of the house: what the computer in front of the reader prints on. */
export function ComputerHead() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {t('printers.hub.computer')}: <AgentStatus />
      </Button>
      <Modal open={open} title={t('printers.hub.computer')} footer={null} onCancel={() => setOpen(false)} destroyOnHidden>
        <Suspense fallback={null}>
          <ThisComputer />
        </Suspense>
      </Modal>
    </>
  );
}
