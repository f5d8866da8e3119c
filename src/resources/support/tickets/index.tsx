import { lazy } from 'react';
import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';
import { allowed } from '../../../providers/user.ts';

registerRecord('tickets', { Overview: lazy(() => import('./Thread.tsx').then((m) => ({ default: m.Thread }))) });

const SatisfactionShare = lazy(() => import('./SatisfactionShare.tsx').then((m) => ({ default: m.SatisfactionShare })));
/** For the house: merchants see their own ratings only. */
registerListHead('tickets', () => (allowed('tickets.assign') ? <SatisfactionShare /> : null));

export const tickets: AreaRoutes = {
  area: 'tickets',
  routes: [
    { path: '/eEP/tickets', title: 'menu.tickets', icon: 'mail', section: 'employee', mask: 'p11y.tickets.list' },
    { path: '/mEP/tickets', title: 'menu.tickets', icon: 'mail', section: 'merchant', mask: 'm4t.tickets.list' },
  ],
};
