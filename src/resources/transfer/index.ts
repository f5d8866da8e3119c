import type { AreaRoutes } from '../../providers/routes.ts';
import { exports } from './exports/index.tsx';
import { imports } from './imports/index.tsx';

export const transferScreens: readonly AreaRoutes[] = [exports, imports];
