import { suppliers as area } from '#contract/parties/suppliers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { setOffAction } from '../../bank/index.ts';
import { balanceFacts } from '../facts.ts';
import { nextDocument, partyCheck, partyFieldInputs, partyScreen } from '../screen.ts';
import { suppliers as table } from './table.ts';

const fields = defineFields(area, partyFieldInputs);

export const suppliers = defineServerArea({
  area,
  table,
  facts: ({ tx, actor, row }) => balanceFacts(tx, actor, 'supplierId', row.id),
  related: [
    { area: 'purchaseOrders', by: 'supplierId', columns: ['no', 'status', 'expectedAt', 'pieces', 'received', 'gross'] },
    { area: 'bills', by: 'supplierId', columns: ['no', 'theirNo', 'status', 'dueDate', 'gross', 'open'] },
    { area: 'payments', by: 'supplierId', columns: ['no', 'paidOn', 'amount', 'open', 'status'] },
    { area: 'items', by: 'supplierId', columns: ['sku', 'name', 'price'] },
    { area: 'carriers', by: 'supplierId', columns: ['code', 'name', 'active'] },
    { area: 'users', by: 'supplierId', columns: ['name', 'account', 'lastSeenAt'] },
  ],
  check: partyCheck,
  unique: [['merchantId', 'no']],
  number: { field: 'no', prefix: 'S-' },
  // Suppliers created by an item import only have a name and get their number later.
  masks: [
    defineMask(area, {
      ...partyScreen,
      key: 'supplier.list',
      icon: 'truck',
      fields,
      actions: [setOffAction],
      next: [nextDocument('order', 'supplierId')],
      import: { ...partyScreen.import, orBy: ['name'] },
    }),
  ],
});
