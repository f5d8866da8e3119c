import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'counts.new',
  lazy(() => import('./NewCount.tsx').then((m) => ({ default: m.NewCount }))),
);
registerRecord('counts', { Overview: lazy(() => import('./CountOverview.tsx').then((m) => ({ default: m.CountOverview }))) });

export const counts: AreaRoutes = {
  area: 'counts',
  routes: [{ path: '/wms/count', title: 'menu.counts', icon: 'audit', section: 'warehouse', group: 'stock', mask: 'wms.count.list' }],
};
