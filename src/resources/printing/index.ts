import type { AreaRoutes } from '../../providers/routes.ts';
import { outgoingMails } from './outgoing-mails/index.tsx';
import { printJobs } from './print-jobs/index.tsx';
import { printers } from './printers/index.tsx';

export const printingScreens: readonly AreaRoutes[] = [printers, printJobs, outgoingMails];
