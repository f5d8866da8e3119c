import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const MASK = 'calendar.entries.list';

export const calendarEntries: AreaRoutes = {
  area: 'calendarEntries',
  routes: [
    {
      path: '/calendar/index',
      title: 'menu.calendar',
      icon: 'calendar',
      section: 'tools',
      mask: MASK,
      page: lazyPart(async () => (await import('./CalendarPage.tsx')).CalendarPage),
    },
    { path: '/calendar/entries', title: 'menu.calendarEntries', icon: 'calendar', section: 'tools', mask: MASK, under: '/calendar/index' },
  ],
};
