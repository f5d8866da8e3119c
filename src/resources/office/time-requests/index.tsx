import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerFormNote } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'timeRequests.approve',
  lazyPart(async () => (await import('./ApproveDialog.tsx')).ApproveDialog),
);
registerFormNote(
  'timeRequests',
  lazyPart(async () => (await import('./LeaveNote.tsx')).LeaveNote),
);

export const timeRequests: AreaRoutes = {
  area: 'timeRequests',
  routes: [{ path: '/oa/timeRequests', title: 'menu.timeRequests', icon: 'schedule', section: 'tools', mask: 'oa.timeRequest.list' }],
};
