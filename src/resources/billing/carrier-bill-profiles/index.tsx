import { registerFormNote } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerFormNote(
  'carrierBillProfiles',
  lazyPart(async () => (await import('./LayoutPreview.tsx')).LayoutPreview),
);

export const carrierBillProfiles: AreaRoutes = {
  area: 'carrierBillProfiles',
  routes: [
    {
      path: '/accounting/carrier-profiles',
      title: 'menu.carrierBillProfiles',
      icon: 'table',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.carrierProfile.list',
    },
  ],
};
