import type { AreaRoutes } from '../../providers/routes.ts';
import { announcements } from './announcements/index.tsx';
import { files } from './files/index.tsx';
import { lookup } from './lookup/index.tsx';
import { masken } from './masken/index.tsx';
import { outgoingMails } from './outgoing-mails/index.tsx';
import { settings } from './settings/index.tsx';

export const settingsScreens: readonly AreaRoutes[] = [masken, announcements, lookup, files, settings, outgoingMails];
