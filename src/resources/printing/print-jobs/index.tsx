import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'printJobs.reprint',
  lazy(() => import('./ReprintDialog.tsx').then((m) => ({ default: m.ReprintDialog }))),
);
registerDialog(
  'printJobs.answer',
  lazy(() => import('./AnswerDialog.tsx').then((m) => ({ default: m.AnswerDialog }))),
);
registerDialog(
  'printJobs.preview',
  lazy(() => import('./PreviewDialog.tsx').then((m) => ({ default: m.PreviewDialog }))),
);

export const printJobs: AreaRoutes = {
  area: 'printJobs',
  routes: [
    {
      path: '/settings/printJobs',
      title: 'menu.printJobs',
      icon: 'history',
      section: 'settings',
      group: 'devices',
      mask: 'sys.printJobs.list',
    },
  ],
};
