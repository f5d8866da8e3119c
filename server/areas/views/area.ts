import { sql } from 'drizzle-orm';
import { views as area } from '#contract/areas/views';
import { defineServerArea } from '../../http/area.ts';
import { views as table } from './table.ts';

/** A view belongs to who made it; others see it once it is shared, and only the owner or an admin changes it. */
export const views = defineServerArea({
  area,
  table,
  masks: [],
  owned: { by: 'createdBy', visible: sql`t.shared` },
});
