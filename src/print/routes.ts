import type { ComponentType } from 'react';
import { lazyPart } from '../providers/chunks.ts';
import { loadNamespace } from '../providers/i18n.ts';
import type { AppRoute, AreaRoutes, PageComponent, PageProps } from '../providers/routes.ts';

/** Loads the page with its texts, because a document's title is part of its file. */
const page = (load: () => Promise<ComponentType<PageProps>>): PageComponent =>
  lazyPart(async () => (await Promise.all([load(), loadNamespace('print')]))[0]);

const printPage = page(async () => (await import('./PrintPage.tsx')).PrintPage);
/** Opened as pop-ups without the menu. */
const view = (path: string, component: PageComponent): AppRoute => ({
  path,
  title: 'menu.print',
  icon: 'printer',
  section: 'tools',
  hidden: true,
  bare: true,
  forAll: true,
  page: component,
});

/** Print views, and the tools that make labels from typed data. */
export const PRINT_ROUTES: AreaRoutes = {
  area: 'print',
  routes: [
    {
      path: '/tools/labelMultiplePrint',
      title: 'menu.labelMultiplePrint',
      icon: 'barcode',
      section: 'tools',
      forAll: true,
      page: page(async () => (await import('./tools/GeneratorPage.tsx')).GeneratorPage),
    },
    {
      path: '/tools/commonLogisticsLabels',
      title: 'menu.commonLogisticsLabels',
      icon: 'warning',
      section: 'tools',
      forAll: true,
      page: page(async () => (await import('./tools/MarksPage.tsx')).MarksPage),
    },
    ...['/print', '/label', '/labelBox', '/labelPLT'].map((path) => view(path, printPage)),
    view(
      '/pdfViewer',
      page(async () => (await import('./FilePage.tsx')).FilePage),
    ),
    {
      path: '/wEP/printItemlist/:reckonData',
      title: 'menu.printItemlist',
      icon: 'unordered-list',
      section: 'stations',
      hidden: true,
      page: page(async () => (await import('./ItemlistPage.tsx')).ItemlistPage),
    },
  ],
};
