import type { AreaRoutes } from '../../providers/routes.ts';
import { messages } from './messages/index.tsx';
import { ticketTeams } from './ticket-teams/index.tsx';
import { tickets } from './tickets/index.tsx';

export const supportScreens: readonly AreaRoutes[] = [messages, tickets, ticketTeams];
