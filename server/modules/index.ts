import { join } from 'node:path';
import type { Declarations } from '../core/db/derive.ts';
import type { Areas, ServerArea } from '../core/http/area.ts';
import type { ServerModule } from '../core/http/module.ts';
import { MODULES_FOLDER } from '../core/paths.ts';
import { accessModule } from './access/module.ts';
import { bankModule } from './bank/module.ts';
import { billingModule } from './billing/module.ts';
import { catalogModule } from './catalog/module.ts';
import { channelsModule } from './channels/module.ts';
import { freightModule } from './freight/module.ts';
import { homeModule } from './home/module.ts';
import { moneyModule } from './money/module.ts';
import { officeModule } from './office/module.ts';
import { ordersModule } from './orders/module.ts';
import { partiesModule } from './parties/module.ts';
import { printingModule } from './printing/module.ts';
import { scanningModule } from './scanning/module.ts';
import { settingsModule } from './settings/module.ts';
import { shippingModule } from './shipping/module.ts';
import { stockModule } from './stock/module.ts';
import { supportModule } from './support/module.ts';
import { tradeModule } from './trade/module.ts';
import { transferModule } from './transfer/module.ts';

/** All modules of the server. Areas, routes and jobs are registered from their declarations. */
export const MODULES: readonly ServerModule[] = [
  catalogModule,
  partiesModule,
  stockModule,
  accessModule,
  settingsModule,
  transferModule,
  printingModule,
  ordersModule,
  scanningModule,
  shippingModule,
  freightModule,
  supportModule,
  channelsModule,
  moneyModule,
  bankModule,
  billingModule,
  tradeModule,
  officeModule,
  homeModule,
];

/** All areas by name. */
export const AREAS: Areas = new Map(MODULES.flatMap(({ areas }) => areas.map((entry): [string, ServerArea] => [entry.area.name, entry])));

/** Declarations that are applied to the database at every start. */
export const DECLARATIONS: Declarations = {
  areas: AREAS,
  sqlFiles: MODULES.flatMap(({ name, sql = [] }) => sql.map((file) => join(MODULES_FOLDER, name, file))),
};
