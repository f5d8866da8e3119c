import type { ServerModule } from '../../core/http/module.ts';
import { fontRoutes } from './fonts.ts';
import { printJobs } from './print-jobs/area.ts';
import { printers } from './printers/area.ts';
import { printRoutes } from './routes.ts';

/** Print jobs, printers and the data of documents. The engine that draws them is `print/`. */
export const printingModule: ServerModule = {
  name: 'printing',
  areas: [printers, printJobs],
  routes: [printRoutes, fontRoutes],
};
