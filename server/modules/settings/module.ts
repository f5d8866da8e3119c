import type { ServerModule } from '../../core/http/module.ts';
import { announcements } from './announcements/area.ts';
import { files } from './files/area.ts';
import { lookup } from './lookup/area.ts';
import { maskRoutes } from './masken/routes.ts';
import { outgoingMails } from './outgoing-mails/area.ts';
import { settings } from './settings/area.ts';
import { setupRoutes } from './setup-routes.ts';
import { views } from './views/area.ts';

/** Settings, lookup lists, masks, files, announcements, sent mails, saved views and the setup of a new house. */
export const settingsModule: ServerModule = {
  name: 'settings',
  areas: [settings, lookup, announcements, files, outgoingMails, views],
  routes: [maskRoutes, setupRoutes],
  sql: ['house-settings.sql'],
};
