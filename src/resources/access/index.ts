import type { AreaRoutes } from '../../providers/routes.ts';
import { classes } from './classes/index.tsx';
import { duties } from './duties/index.tsx';
import { oauthClients } from './oauth-clients/index.tsx';
import { privileges } from './privileges/index.tsx';
import { roles } from './roles/index.tsx';
import { securityEvents } from './security-events/index.tsx';
import { users } from './users/index.tsx';

export const accessScreens: readonly AreaRoutes[] = [users, oauthClients, roles, privileges, classes, duties, securityEvents];
