import { registerEditor, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('purchaseOrders', {
  Overview: lazyPart(async () => (await import('./Billing.tsx')).Billing),
  place: 'below',
  Beside: lazyPart(async () => (await import('./PurchaseBeside.tsx')).PurchaseBeside),
});

registerEditor(
  'purchaseOrders.item',
  lazyPart(async () => (await import('./ItemOfLine.tsx')).ItemOfLine),
);

export const purchaseOrders: AreaRoutes = {
  area: 'purchaseOrders',
  routes: [
    { path: '/purchases/orders', title: 'menu.purchaseOrders', icon: 'shopping', section: 'purchases', mask: 'purchase.orders.list' },
  ],
};
