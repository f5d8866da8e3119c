import type { ServerModule } from '../../core/http/module.ts';
import { customers } from './customers/area.ts';
import { groups } from './groups/area.ts';
import { merchants } from './merchants/area.ts';
import { suppliers } from './suppliers/area.ts';

/** Merchants, customers, suppliers and item groups. */
export const partiesModule: ServerModule = {
  name: 'parties',
  areas: [merchants, customers, suppliers, groups],
};
