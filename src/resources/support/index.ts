import type { AreaRoutes } from '../../providers/routes.ts';
import { answerTemplates } from './answer-templates/index.tsx';
import { incomingMails } from './incoming-mails/index.tsx';
import { messages } from './messages/index.tsx';
import { ticketTeams } from './ticket-teams/index.tsx';
import { tickets } from './tickets/index.tsx';

export const supportScreens: readonly AreaRoutes[] = [messages, tickets, ticketTeams, answerTemplates, incomingMails];
