import { suppliers as area } from '#contract/parties/suppliers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { partyCheck, partyFieldInputs, partyScreen } from '../screen.ts';
import { suppliers as table } from './table.ts';

const fields = defineFields(area, partyFieldInputs);

export const suppliers = defineServerArea({
  area,
  table,
  check: partyCheck,
  unique: [['merchantId', 'no']],
  number: { field: 'no', prefix: 'S-' },
  // Suppliers created by an item import only have a name and get their number later.
  masks: [
    defineMask(area, { ...partyScreen, key: 'supplier.list', icon: 'truck', fields, import: { ...partyScreen.import, orBy: ['name'] } }),
  ],
});
