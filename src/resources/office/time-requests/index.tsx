import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerFormNote } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'timeRequests.approve',
  lazy(() => import('./ApproveDialog.tsx').then((m) => ({ default: m.ApproveDialog }))),
);
registerFormNote(
  'timeRequests',
  lazy(() => import('./LeaveNote.tsx').then((m) => ({ default: m.LeaveNote }))),
);

export const timeRequests: AreaRoutes = {
  area: 'timeRequests',
  routes: [{ path: '/oa/timeRequests', title: 'menu.timeRequests', icon: 'schedule', section: 'tools', mask: 'oa.timeRequest.list' }],
};
