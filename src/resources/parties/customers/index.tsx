import type { AreaRoutes } from '../../../providers/routes.ts';

export const customers: AreaRoutes = {
  area: 'customers',
  routes: [
    { path: '/sales/customers/customers', title: 'menu.customers', icon: 'solution', section: 'sales', mask: 'customer.list' },
    { path: '/eEP/customers', title: 'menu.customers', icon: 'solution', section: 'employee', mask: 'crm.customer.list' },
  ],
};
