import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('scans', { Overview: lazy(() => import('./ScanOverview.tsx').then((m) => ({ default: m.ScanOverview }))) });

export const scans: AreaRoutes = {
  area: 'scans',
  routes: [
    { path: '/wms/scans', title: 'menu.scans', icon: 'scan', section: 'warehouse', group: 'work', mask: 'wms.scans.list' },
    {
      path: '/wEP/loggingScan',
      title: 'menu.scansSeen',
      icon: 'history',
      section: 'stations',
      mask: 'wms.loggingScan.view',
    },
  ],
};
