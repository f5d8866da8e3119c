import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';
import { allowed } from '../../../providers/user.ts';

registerRecord('tickets', { Overview: lazyPart(async () => (await import('./Thread.tsx')).Thread) });

const SatisfactionShare = lazyPart(async () => (await import('./SatisfactionShare.tsx')).SatisfactionShare);
/** For the house: merchants see their own ratings only. */
registerListHead('tickets', () => (allowed('tickets.assign') ? <SatisfactionShare /> : null));

export const tickets: AreaRoutes = {
  area: 'tickets',
  routes: [
    { path: '/eEP/tickets', title: 'menu.tickets', icon: 'mail', section: 'employee', mask: 'p11y.tickets.list' },
    { path: '/mEP/tickets', title: 'menu.tickets', icon: 'mail', section: 'merchant', mask: 'm4t.tickets.list' },
  ],
};
