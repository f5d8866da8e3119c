import type { AreaRoutes } from '../../../providers/routes.ts';

export const incomingMails: AreaRoutes = {
  area: 'incomingMails',
  routes: [{ path: '/eEP/incomingMails', title: 'menu.incomingMails', icon: 'mail', section: 'employee', mask: 'p11y.incomingMails.list' }],
};
