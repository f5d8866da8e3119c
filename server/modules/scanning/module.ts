import type { ServerModule } from '../../core/http/module.ts';
import { rfidRoutes } from './rfid.ts';
import { scanRoutes } from './routes.ts';
import { scans } from './scans/area.ts';
import { stations } from './stations/area.ts';

/** Stations and the booking of their scans. */
export const scanningModule: ServerModule = {
  name: 'scanning',
  areas: [stations, scans],
  routes: [scanRoutes, rfidRoutes],
};
