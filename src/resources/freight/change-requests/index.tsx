import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'changeRequests.ask',
  lazyPart(async () => (await import('./AskDialog.tsx')).AskDialog),
);

/** Below the personal pages, which every party has. */
export const changeRequests: AreaRoutes = {
  area: 'changeRequests',
  routes: [{ path: '/personal/changes', title: 'menu.changeRequests', icon: 'edit', section: 'home', mask: 'changeRequests.list' }],
};
