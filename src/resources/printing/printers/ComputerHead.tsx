import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { AgentStatus } from '../../../print/hub/AgentStatus.tsx';
import { useT } from '../../../providers/i18n.ts';

const ComputerDialog = lazy(() => import('./ComputerDialog.tsx').then((m) => ({ default: m.ComputerDialog })));

/** Beside the list of printers: the print settings of this computer. */
export function ComputerHead() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="ph-open" onClick={() => setOpen(true)}>
        <span>
          {t('printers.hub.computer')}: <AgentStatus />
        </span>
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ComputerDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
