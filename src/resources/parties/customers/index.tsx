import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('customers', {
  Overview: lazyPart(async () => (await import('./CustomerOverview.tsx')).CustomerOverview),
});

export const customers: AreaRoutes = {
  area: 'customers',
  routes: [
    { path: '/sales/customers/customers', title: 'menu.customers', icon: 'solution', section: 'sales', mask: 'customer.list' },
    { path: '/eEP/customers', title: 'menu.customers', icon: 'solution', section: 'employee', mask: 'crm.customer.list' },
  ],
};
