import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'changeRequests.ask',
  lazy(() => import('./AskDialog.tsx').then((m) => ({ default: m.AskDialog }))),
);

/** Below the personal pages, which every party has. */
export const changeRequests: AreaRoutes = {
  area: 'changeRequests',
  routes: [{ path: '/personal/changes', title: 'menu.changeRequests', icon: 'edit', section: 'home', mask: 'changeRequests.list' }],
};
