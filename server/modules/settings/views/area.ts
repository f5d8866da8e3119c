import { sql } from 'drizzle-orm';
import { views as area } from '#contract/settings/views';
import { defineServerArea } from '../../../core/http/area.ts';
import { views as table } from './table.ts';

/** A view belongs to who made it; once it is shared, others on the same side see it (the house, or one merchant, carrier or supplier). Only the owner or an admin changes it. */
export const views = defineServerArea({
  area,
  table,
  masks: [],
  owned: {
    by: 'createdBy',
    visible: ({ merchantId, carrierId, supplierId }) => sql`(t.shared and t.created_by in (select u.id from users u
      where (u.merchant_id, u.carrier_id, u.supplier_id) is not distinct from (${merchantId}::uuid, ${carrierId}::uuid, ${supplierId}::uuid)))`,
  },
});
