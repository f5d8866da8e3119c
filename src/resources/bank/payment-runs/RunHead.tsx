import Button from 'antd/es/button';
import { useState } from 'react';
import { lazyPart } from '../../../providers/chunks.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

const PrepareDialog = lazyPart(async () => (await import('./PrepareDialog.tsx')).PrepareDialog);

/** The button beside the title of the list. */
export function RunHead() {
  const t = useT();
  const canPrepare = useAllowed('paymentRuns.prepare');
  const [isOpen, setOpen] = useState(false);
  if (!canPrepare) return null;
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('paymentRuns.actions.prepare')}
      </Button>
      {isOpen ? <PrepareDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
