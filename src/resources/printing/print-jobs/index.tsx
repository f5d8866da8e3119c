import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'printJobs.reprint',
  lazyPart(async () => (await import('./ReprintDialog.tsx')).ReprintDialog),
);
registerDialog(
  'printJobs.answer',
  lazyPart(async () => (await import('./AnswerDialog.tsx')).AnswerDialog),
);
registerDialog(
  'printJobs.preview',
  lazyPart(async () => (await import('./PreviewDialog.tsx')).PreviewDialog),
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
