import type { AreaRoutes } from '../../../providers/routes.ts';

export const workEntries: AreaRoutes = {
  area: 'workEntries',
  routes: [
    {
      path: '/wms/workEntry',
      title: 'menu.workEntries',
      icon: 'clock-circle',
      section: 'warehouse',
      group: 'work',
      mask: 'wms.workEntry.list',
    },
    {
      path: '/accounting/work',
      title: 'menu.workEntries',
      icon: 'clock-circle',
      section: 'accounting',
      group: 'billing',
      mask: 'wms.workEntry.list',
    },
  ],
};
