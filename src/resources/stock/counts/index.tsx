import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'counts.new',
  lazyPart(async () => (await import('./NewCount.tsx')).NewCount),
);
registerRecord('counts', { Overview: lazyPart(async () => (await import('./CountOverview.tsx')).CountOverview) });

export const counts: AreaRoutes = {
  area: 'counts',
  routes: [{ path: '/wms/count', title: 'menu.counts', icon: 'audit', section: 'warehouse', group: 'stock', mask: 'wms.count.list' }],
};
