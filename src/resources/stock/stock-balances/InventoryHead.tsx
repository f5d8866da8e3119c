import Button from 'antd/es/button';
import { useState } from 'react';
import { ProofBadge } from '../../../core/charts/ProofBadge.tsx';
import { usePhone } from '../../../core/mask/use-room.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { InventorySwitch } from './InventorySwitch.tsx';

const AsOfDialog = lazyPart(async () => (await import('./AsOfDialog.tsx')).AsOfDialog);

/** Beside the inventory's title: by item or by place, the check that the books agree, and the inventory at another time. */
export function InventoryHead() {
  const t = useT();
  // The inventory of another day is work for the office.
  const isPhone = usePhone();
  const may = useAllowed('stockMoves.read') && !isPhone;
  const [open, setOpen] = useState(false);
  return (
    <>
      <InventorySwitch />
      <ProofBadge />
      {may ? (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('stockBalances.asOf.open')}
        </Button>
      ) : null}
      {open ? <AsOfDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
