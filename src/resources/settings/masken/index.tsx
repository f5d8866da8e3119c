import { lazyPart } from '../../../providers/chunks.ts';
import { loadNamespace } from '../../../providers/i18n.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

/** Masks: their list, their editor, and sheets made from them. */
export const masken: AreaRoutes = {
  area: 'masken',
  routes: [
    {
      path: '/settings/masken',
      title: 'menu.masken',
      icon: 'table',
      section: 'settings',
      group: 'system',
      page: lazyPart(async () => (await import('../../../core/mask/editor/MaskIndexPage.tsx')).MaskIndexPage),
    },
    {
      path: '/maske/edit',
      title: 'menu.masken',
      icon: 'table',
      section: 'settings',
      group: 'system',
      under: '/settings/masken',
      page: lazyPart(async () => (await import('../../../core/mask/editor/MaskEditorPage.tsx')).MaskEditorPage),
    },
    {
      path: '/spreadsheet',
      title: 'menu.masken',
      icon: 'table',
      section: 'tools',
      hidden: true,
      bare: true,
      forAll: true,
      page: lazyPart(async () => {
        const [{ SpreadsheetPage }] = await Promise.all([import('../../../core/mask/sheet/SpreadsheetPage.tsx'), loadNamespace('print')]);
        return SpreadsheetPage;
      }),
    },
  ],
};
