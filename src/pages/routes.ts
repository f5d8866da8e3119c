import { lazyPart } from '../providers/chunks.ts';
import { loadNamespace } from '../providers/i18n.ts';
import type { AreaRoutes } from '../providers/routes.ts';

/** Screens that belong to no area. */
export const PAGE_ROUTES: AreaRoutes = {
  area: 'home',
  routes: [
    {
      path: '/home',
      title: 'menu.home',
      icon: 'home',
      section: 'home',
      pinned: true,
      forAll: true,
      page: lazyPart(async () => (await import('./Home.tsx')).Home),
    },
    {
      path: '/personal/settings',
      title: 'menu.personal',
      icon: 'user',
      section: 'home',
      hidden: true,
      forAll: true,
      page: lazyPart(async () => (await import('./PersonalSettings.tsx')).PersonalSettings),
    },
    {
      path: '/setup',
      title: 'menu.setup',
      icon: 'check-circle',
      section: 'home',
      hidden: true,
      page: lazyPart(
        async () => (await Promise.all([import('./setup/SetupPage.tsx'), loadNamespace('setup', 'mask', 'compartments')]))[0].SetupPage,
      ),
    },
    {
      path: '/404',
      title: 'menu.notFound',
      icon: 'search',
      section: 'home',
      bare: true,
      public: true,
      page: lazyPart(async () => (await import('./StatePages.tsx')).NotFound),
    },
    {
      path: '/401',
      title: 'menu.notAllowed',
      icon: 'lock',
      section: 'home',
      bare: true,
      public: true,
      page: lazyPart(async () => (await import('./StatePages.tsx')).NotAllowed),
    },
  ],
};
