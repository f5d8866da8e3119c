import { customers as area } from '#contract/areas/customers';
import { defineServerArea } from '../../http/area.ts';
import { defineFields, defineMask } from '../../http/mask.ts';
import { partyCheck, partyFieldInputs, partyScreen } from '../../parties/screen.ts';
import { customers as table } from './table.ts';

const fields = defineFields(area, partyFieldInputs);

export const customers = defineServerArea({
  area,
  table,
  check: partyCheck,
  unique: [['merchantId', 'no']],
  number: { field: 'no', prefix: 'C-' },
  masks: ['customer.list', 'crm.customer.list'].map((key) => defineMask(area, { ...partyScreen, key, icon: 'solution', fields })),
});
