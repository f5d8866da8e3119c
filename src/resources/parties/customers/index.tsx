import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('customers', {
  Overview: lazy(() => import('./CustomerOverview.tsx').then((m) => ({ default: m.CustomerOverview }))),
});

export const customers: AreaRoutes = {
  area: 'customers',
  routes: [
    { path: '/sales/customers/customers', title: 'menu.customers', icon: 'solution', section: 'sales', mask: 'customer.list' },
    { path: '/eEP/customers', title: 'menu.customers', icon: 'solution', section: 'employee', mask: 'crm.customer.list' },
  ],
};
