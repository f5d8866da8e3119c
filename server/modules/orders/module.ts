import type { ServerModule } from '../../core/http/module.ts';
import { picklists } from './picklists/area.ts';
import { receivedUnitsRoutes } from './received-units.ts';
import { taskLines } from './task-lines/area.ts';
import { tasks } from './tasks/area.ts';

/** Orders (tasks), their lines, statuses and commands, allocation and picklists. */
export const ordersModule: ServerModule = {
  name: 'orders',
  areas: [tasks, taskLines, picklists],
  sql: ['returns.sql'],
  routes: [receivedUnitsRoutes],
};
