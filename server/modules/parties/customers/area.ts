import { customers as area } from '#contract/parties/customers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { partyCheck, partyFieldInputs, partyScreen } from '../screen.ts';
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
