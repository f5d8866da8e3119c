import Button from 'antd/es/button';
import { useState } from 'react';
import { AgentStatus } from '../../../print/hub/AgentStatus.tsx';
import { lazyPart } from '../../../providers/chunks.ts';
import { useT } from '../../../providers/i18n.ts';

const ComputerDialog = lazyPart(async () => (await import('./ComputerDialog.tsx')).ComputerDialog);

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
      {open ? <ComputerDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
