import type { ServerModule } from '../../core/http/module.ts';
import { exports } from './exports/area.ts';
import { imports } from './imports/area.ts';

/** Exports and imports of rows. */
export const transferModule: ServerModule = {
  name: 'transfer',
  areas: [exports, imports],
};
