import type { ServerArea } from '../http/area.ts';
import { classes } from './classes/area.ts';
import { duties } from './duties/area.ts';
import { files } from './files/area.ts';
import { merchants } from './merchants/area.ts';
import { privileges } from './privileges/area.ts';
import { roles } from './roles/area.ts';
import { settings } from './settings/area.ts';
import { users } from './users/area.ts';
import { views } from './views/area.ts';

/** The areas of the server. One line each: everything else follows from the declaration. */
export const AREAS: ReadonlyMap<string, ServerArea> = new Map(
  [merchants, users, roles, privileges, classes, duties, settings, files, views].map((entry) => [entry.area.name, entry]),
);
