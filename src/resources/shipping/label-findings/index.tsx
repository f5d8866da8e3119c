import type { AreaRoutes } from '../../../providers/routes.ts';

export const labelFindings: AreaRoutes = {
  area: 'labelFindings',
  routes: [
    {
      path: '/wms/label-findings',
      title: 'menu.labelFindings',
      icon: 'search',
      section: 'warehouse',
      group: 'work',
      mask: 'p11y.labelFinding.list',
    },
    {
      path: '/accounting/label-findings',
      title: 'menu.labelFindings',
      icon: 'search',
      section: 'accounting',
      group: 'billing',
      mask: 'p11y.labelFinding.list',
    },
  ],
};
