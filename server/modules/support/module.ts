import type { ServerModule } from '../../core/http/module.ts';
import { answerTemplates } from './answer-templates/area.ts';
import { incomingMails } from './incoming-mails/area.ts';
import { messages } from './messages/area.ts';
import { ticketTeams } from './ticket-teams/area.ts';
import { tickets } from './tickets/area.ts';

/** Messages and tickets. */
export const supportModule: ServerModule = {
  name: 'support',
  areas: [messages, tickets, ticketTeams, answerTemplates, incomingMails],
};
