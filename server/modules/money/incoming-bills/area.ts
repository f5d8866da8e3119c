import { incomingBills as area } from '#contract/money/incoming-bills';
import { defineServerArea } from '../../../core/http/area.ts';
import { incomingMask } from './masks.ts';
import { incomingBillRoutes } from './routes.ts';
import { incomingBills as table } from './table.ts';

export const incomingBills = defineServerArea({ area, table, routes: incomingBillRoutes, masks: [incomingMask] });
