import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

const PrepareDialog = lazy(() => import('./PrepareDialog.tsx').then((m) => ({ default: m.PrepareDialog })));

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
      {isOpen ? (
        <Suspense>
          <PrepareDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
