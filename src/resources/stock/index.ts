import type { AreaRoutes } from '../../providers/routes.ts';
import { compartments } from './compartments/index.tsx';
import { counts } from './counts/index.tsx';
import { stockBalances } from './stock-balances/index.tsx';
import { itemStocks } from './stock-balances/item-stocks.tsx';
import { stockMoves } from './stock-moves/index.tsx';
import { storehouses } from './storehouses/index.tsx';
import { warehouses } from './warehouses/index.tsx';
import { warehouseView } from './warehouses/view-routes.ts';

export const stockScreens: readonly AreaRoutes[] = [
  warehouseView,
  stockBalances,
  itemStocks,
  stockMoves,
  counts,
  warehouses,
  compartments,
  storehouses,
];
