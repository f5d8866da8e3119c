import type { AreaRoutes } from '../../../providers/routes.ts';

export const workEntries: AreaRoutes = {
  area: 'workEntries',
  routes: [
    { path: '/wms/workEntry', title: 'menu.workEntries', icon: 'clock-circle', section: 'warehouse', mask: 'wms.workEntry.list' },
    { path: '/accounting/work', title: 'menu.workEntries', icon: 'clock-circle', section: 'accounting', mask: 'wms.workEntry.list' },
  ],
};
