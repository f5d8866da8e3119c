import type { AreaRoutes } from '../../providers/routes.ts';
import { printJobs } from './print-jobs/index.tsx';
import { printers } from './printers/index.tsx';

export const printingScreens: readonly AreaRoutes[] = [printers, printJobs];
