import type { AreaRoutes } from '../../providers/routes.ts';
import { priceRules } from './price-rules/index.tsx';
import { purchaseOrders } from './purchase-orders/index.tsx';
import { quotationCategories } from './quotation-categories/index.tsx';
import { quotations } from './quotations/index.tsx';
import { tariffs } from './tariffs/index.tsx';

export const tradeScreens: readonly AreaRoutes[] = [quotationCategories, tariffs, priceRules, quotations, purchaseOrders];
