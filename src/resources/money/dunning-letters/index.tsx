import type { AreaRoutes } from '../../../providers/routes.ts';

export const dunningLetters: AreaRoutes = {
  area: 'dunningLetters',
  routes: [
    {
      path: '/accounting/dunning-letters',
      title: 'menu.dunningLetters',
      icon: 'mail',
      section: 'accounting',
      group: 'payments',
      mask: 'accounting.dunningLetter.list',
    },
  ],
};
