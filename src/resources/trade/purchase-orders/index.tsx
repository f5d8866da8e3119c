import { lazy } from 'react';
import { registerEditor, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('purchaseOrders', {
  Overview: lazy(() => import('./Billing.tsx').then((m) => ({ default: m.Billing }))),
  place: 'below',
  Beside: lazy(() => import('./PurchaseBeside.tsx').then((m) => ({ default: m.PurchaseBeside }))),
});

registerEditor(
  'purchaseOrders.item',
  lazy(() => import('./ItemOfLine.tsx').then((m) => ({ default: m.ItemOfLine }))),
);

export const purchaseOrders: AreaRoutes = {
  area: 'purchaseOrders',
  routes: [
    { path: '/purchases/orders', title: 'menu.purchaseOrders', icon: 'shopping', section: 'purchases', mask: 'purchase.orders.list' },
  ],
};
