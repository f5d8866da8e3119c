import type { AreaRoutes } from '../../providers/routes.ts';
import { picklists } from './picklists/index.tsx';
import { taskLines } from './task-lines/index.tsx';
import { tasks } from './tasks/index.tsx';

export const ordersScreens: readonly AreaRoutes[] = [tasks, picklists, taskLines];
