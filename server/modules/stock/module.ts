import type { ServerModule } from '../../core/http/module.ts';
import { compartments } from './compartments/area.ts';
import { counts } from './counts/area.ts';
import { flowRoute } from './flow.ts';
import { itemStocks } from './item-stocks/area.ts';
import { stockRoutes } from './routes.ts';
import { stockBalances } from './stock-balances/area.ts';
import { stockMoves } from './stock-moves/area.ts';
import { storehouses } from './storehouses/area.ts';
import { warehouses } from './warehouses/area.ts';

/** Storehouses, compartments, balances, moves and counts. Only the ledger writes stock. */
export const stockModule: ServerModule = {
  name: 'stock',
  areas: [storehouses, warehouses, compartments, stockBalances, itemStocks, stockMoves, counts],
  sql: ['move-functions.sql'],
  routes: [stockRoutes, flowRoute],
};
