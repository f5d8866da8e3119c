import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'tasks.correctAddress',
  lazyPart(async () => (await import('./AddressDialog.tsx')).AddressDialog),
);
registerDialog(
  'tasks.requestReturn',
  lazyPart(async () => (await import('./ReturnDialog.tsx')).ReturnDialog),
);
registerDialog(
  'tasks.new',
  lazyPart(async () => (await import('./NewOrder.tsx')).NewOrder),
);
registerRecord('tasks', {
  Overview: lazyPart(async () => (await import('./TaskOverview.tsx')).TaskOverview),
  Actions: lazyPart(async () => (await import('./TaskActions.tsx')).TaskActions),
  Preview: lazyPart(async () => (await import('./TaskPreview.tsx')).TaskPreview),
  place: 'whole',
  // Commands are among the actions above. Calls of carriers are not commands.
  leaves: ({ call }) => call !== undefined && !call.path.includes('/command/'),
});

/** A link to a task opens below the first of these screens that the user may open. */
export const tasks: AreaRoutes = {
  area: 'tasks',
  routes: [
    { path: '/eEP', title: 'menu.receivingOrders', icon: 'inbox', section: 'employee', hidden: true, redirect: '/eEP/receiving-orders' },
    { path: '/eEP/outbound-orders', title: 'menu.outboundOrders', icon: 'export', section: 'employee', mask: 'p11y.orders.list' },
    {
      path: '/eEP/transportlabel-awaits-orders',
      title: 'menu.transportLabelAwaits',
      icon: 'tag',
      section: 'employee',
      mask: 'oms.ordersTransportLabelAwaits.list',
    },
    { path: '/eEP/address-check', title: 'menu.addressCheck', icon: 'environment', section: 'employee', mask: 'oms.addressCheck.list' },
    { path: '/eEP/receiving-orders', title: 'menu.receivingOrders', icon: 'inbox', section: 'employee', mask: 'r7g.receivingOrders.list' },
    { path: '/eEP/receiving', title: 'menu.receiving', icon: 'scan', section: 'employee', mask: 'r7g.receiving.list' },
    { path: '/eEP/inbound-orders', title: 'menu.inboundOrders', icon: 'import', section: 'employee', mask: 'r7g.orders.list' },
    { path: '/eEP/received', title: 'menu.received', icon: 'check-circle', section: 'employee', mask: 'r7g.received.list' },
    { path: '/eEP/returns', title: 'menu.retours', icon: 'rollback', section: 'employee', mask: 'r7g.retour.list' },
    {
      path: '/eEP/delivery-orders-deleted',
      title: 'menu.ordersDeleted',
      icon: 'delete',
      section: 'employee',
      mask: 'p11y.ordersDeleted.list',
    },
    { path: '/mEP', title: 'menu.outboundOrders', icon: 'export', section: 'merchant', hidden: true, redirect: '/mEP/outbound-orders' },
    { path: '/mEP/outbound-orders', title: 'menu.outboundOrders', icon: 'export', section: 'merchant', mask: 'p11y.orders.list' },
    { path: '/mEP/inbound-orders', title: 'menu.inboundOrders', icon: 'import', section: 'merchant', mask: 'r7g.orders.list' },
    { path: '/mEP/received', title: 'menu.received', icon: 'check-circle', section: 'merchant', mask: 'r7g.received.list' },
    { path: '/mEP/returns', title: 'menu.retours', icon: 'rollback', section: 'merchant', mask: 'r7g.retour.list' },
    { path: '/mEP/orders-deleted', title: 'menu.ordersDeleted', icon: 'delete', section: 'merchant', mask: 'p11y.ordersDeleted.list' },
    { path: '/wEP/outbound', title: 'menu.outbound', icon: 'export', section: 'stations', mask: 'oms.outbound.list' },
    { path: '/wEP/problematic', title: 'menu.problematic', icon: 'warning', section: 'stations', mask: 'p11y.problematic.list' },
    { path: '/wEP/receiving', title: 'menu.receiving', icon: 'scan', section: 'stations', mask: 'r7g.receiving.list' },
    { path: '/wEP/inbound-orders', title: 'menu.inboundOrders', icon: 'import', section: 'stations', mask: 'r7g.orders.list' },
    { path: '/wEP/received', title: 'menu.received', icon: 'check-circle', section: 'stations', mask: 'r7g.received.list' },
    { path: '/wEP/returns', title: 'menu.returnsList', icon: 'rollback', section: 'stations', mask: 'r7g.retour.list' },
    { path: '/wEP/inTransit', title: 'menu.inTransit', icon: 'rocket', section: 'stations', mask: 'p11y.shipped.list' },
    {
      path: '/sales/channels/proxyDelivery',
      title: 'menu.outboundOrders',
      icon: 'export',
      section: 'sales',
      hidden: true,
      redirect: '/sales/channels/proxyDelivery/pd-orders',
    },
    {
      path: '/sales/channels/proxyDelivery/pd-orders',
      title: 'menu.outboundOrders',
      icon: 'export',
      section: 'sales',
      mask: 'p11y.orders.list',
    },
    {
      path: '/sales/channels/proxyDelivery/pd-orders-deleted',
      title: 'menu.ordersDeleted',
      icon: 'delete',
      section: 'sales',
      mask: 'p11y.ordersDeleted.list',
    },
    {
      path: '/carriergate',
      title: 'menu.carrierOrders',
      icon: 'truck',
      section: 'carriergate',
      hidden: true,
      redirect: '/carriergate/orders',
    },
    { path: '/carriergate/orders', title: 'menu.carrierOrders', icon: 'truck', section: 'carriergate', mask: 'c5r.orders.list' },
    { path: '/mOrders', title: 'menu.ordersDHL', icon: 'truck', section: 'carriergate', hidden: true, redirect: '/mOrders/ordersDHL' },
    { path: '/mOrders/ordersDHL', title: 'menu.ordersDHL', icon: 'truck', section: 'carriergate', mask: 'p11y.ordersDHL.list' },
    { path: '/mOrders/ordersDPD', title: 'menu.ordersDPD', icon: 'truck', section: 'carriergate', mask: 'p11y.ordersDPD.list' },
    { path: '/mOrders/ordersUPS', title: 'menu.ordersUPS', icon: 'truck', section: 'carriergate', mask: 'p11y.ordersUPS.list' },
  ],
};
