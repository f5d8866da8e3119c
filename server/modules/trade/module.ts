import type { ServerModule } from '../../core/http/module.ts';
import { priceRules } from './price-rules/area.ts';
import { purchaseOrders } from './purchase-orders/area.ts';
import { quotationCategories } from './quotation-categories/area.ts';
import { quotations } from './quotations/area.ts';
import { tariffs } from './tariffs/area.ts';

/** Quotations, purchase orders and prices. */
export const tradeModule: ServerModule = {
  name: 'trade',
  areas: [quotationCategories, tariffs, priceRules, quotations, purchaseOrders],
  sql: ['frozen-tariffs.sql'],
};
