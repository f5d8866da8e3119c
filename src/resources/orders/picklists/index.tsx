import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'picklists.make',
  lazyPart(async () => (await import('./MakeDialog.tsx')).MakeDialog),
);
registerRecord('picklists', { Overview: lazyPart(async () => (await import('./PickOverview.tsx')).PickOverview) });

export const picklists: AreaRoutes = {
  area: 'picklists',
  routes: [
    {
      path: '/wms/picklist',
      title: 'menu.picklists',
      icon: 'reconciliation',
      section: 'warehouse',
      group: 'work',
      mask: 'wms.picklist.list',
    },
    { path: '/wEP/pick2C', title: 'menu.pick2C', icon: 'reconciliation', section: 'stations', mask: 'p11y.pick2C.list' },
    { path: '/mEP/picklist', title: 'menu.pick2C', icon: 'reconciliation', section: 'merchant', mask: 'p11y.pick2C.list' },
  ],
};
