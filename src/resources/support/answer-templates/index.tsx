import type { AreaRoutes } from '../../../providers/routes.ts';

export const answerTemplates: AreaRoutes = {
  area: 'answerTemplates',
  routes: [
    {
      path: '/eEP/answerTemplates',
      title: 'menu.answerTemplates',
      icon: 'file-text',
      section: 'employee',
      mask: 'p11y.answerTemplates.list',
    },
  ],
};
