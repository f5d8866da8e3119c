import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('scans', { Overview: lazyPart(async () => (await import('./ScanOverview.tsx')).ScanOverview) });

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
