import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

export const exports: AreaRoutes = {
  area: 'exports',
  routes: [
    {
      path: '/tools/receivingExport',
      title: 'menu.receivingExport',
      icon: 'inbox',
      section: 'tools',
      mask: 'r7g.orders.list',
      page: lazyPart(async () => (await import('./ExportToolPage.tsx')).ReceivingExport),
    },
    {
      path: '/tools/outboundExport',
      title: 'menu.outboundExport',
      icon: 'export',
      section: 'tools',
      mask: 'p11y.orders.list',
      page: lazyPart(async () => (await import('./ExportToolPage.tsx')).OutboundExport),
    },
    {
      path: '/tools/outboundExportTask',
      title: 'menu.outboundExportTask',
      icon: 'history',
      section: 'tools',
      mask: 'sys.exportsOutbound.list',
    },
    { path: '/tools/exports', title: 'menu.exports', icon: 'export', section: 'tools', mask: 'sys.exports.list' },
  ],
};
