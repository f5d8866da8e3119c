import type { AreaRoutes } from '../../../providers/routes.ts';

/** Reached from the record of a webhook. */
export const webhookDeliveries: AreaRoutes = {
  area: 'webhookDeliveries',
  routes: [
    {
      path: '/eEP/webhook-deliveries',
      title: 'menu.webhookDeliveries',
      icon: 'inbox',
      section: 'employee',
      mask: 'm4t.webhookDelivery.list',
      under: '/eEP/webhooks',
    },
    {
      path: '/mEP/webhook-deliveries',
      title: 'menu.webhookDeliveries',
      icon: 'inbox',
      section: 'merchant',
      mask: 'mEP.webhookDelivery.list',
      under: '/mEP/webhooks',
    },
  ],
};
