import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('tickets', { Overview: lazy(() => import('./Thread.tsx').then((m) => ({ default: m.Thread }))) });

export const tickets: AreaRoutes = {
  area: 'tickets',
  routes: [
    { path: '/eEP/tickets', title: 'menu.tickets', icon: 'mail', section: 'employee', mask: 'p11y.tickets.list' },
    { path: '/mEP/tickets', title: 'menu.tickets', icon: 'mail', section: 'merchant', mask: 'm4t.tickets.list' },
  ],
};
