import type { AreaRoutes } from '../../../providers/routes.ts';

export const ticketTeams: AreaRoutes = {
  area: 'ticketTeams',
  routes: [{ path: '/eEP/ticketTeams', title: 'menu.ticketTeams', icon: 'team', section: 'employee', mask: 'p11y.ticketTeams.list' }],
};
