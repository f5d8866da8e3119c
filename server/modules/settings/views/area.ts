import { sql } from 'drizzle-orm';
import { views as area } from '#contract/settings/views';
import { defineServerArea } from '../../../core/http/area.ts';
import { views as table } from './table.ts';

/**
 * A view belongs to its creator. A shared view is visible to others on the same side (the house, or one merchant, carrier or supplier).
 * Only the owner or an admin can change it.
 */
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
