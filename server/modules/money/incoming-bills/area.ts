import { incomingBills as area } from '#contract/money/incoming-bills';
import { defineServerArea } from '../../../core/http/area.ts';
import { incomingMask } from './masks.ts';
import { gateInvoiceMask } from './masks-gate.ts';
import { incomingBillRoutes } from './routes.ts';
import { incomingBills as table } from './table.ts';

export const incomingBills = defineServerArea({
  area,
  table,
  // What the house knows of the seller, and who of the house decided.
  houseFields: ['supplierId', 'supplierBy', 'purchaseOrderId', 'remarks', 'bookedBy', 'knownIban', 'ibanBy'],
  routes: incomingBillRoutes,
  masks: [incomingMask, gateInvoiceMask],
});
