import type { AreaRoutes } from '../../../providers/routes.ts';

export const outgoingMails: AreaRoutes = {
  area: 'outgoingMails',
  routes: [
    { path: '/sales/mails', title: 'menu.outgoingMails', icon: 'mail', section: 'sales', mask: 'sales.mail.list' },
    { path: '/mEP/mails', title: 'menu.outgoingMails', icon: 'mail', section: 'merchant', mask: 'mEP.mail.list' },
  ],
};
