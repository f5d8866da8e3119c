import type { ServerModule } from '../../core/http/module.ts';
import { carrierChoiceRoutes } from './carrier-choice-routes.ts';
import { carrierDays } from './carrier-days/area.ts';
import { carrierRoutes } from './carrier-gate.ts';
import { carriers } from './carriers/area.ts';
import { karrioNotices } from './karrio-notices.ts';
import { labelFindings } from './label-findings/area.ts';
import { loadingLists } from './loading-lists/area.ts';
import { parcels } from './parcels/area.ts';
import { unclearRoutes } from './parcels/unclear-routes.ts';
import { pickups } from './pickups/area.ts';
import { returnLabelRoutes } from './return-label-routes.ts';
import { shipmentMails } from './shipment-mails.ts';

/** Carriers, parcels, labels, tracking, loading lists and the carrier gate. */
export const shippingModule: ServerModule = {
  name: 'shipping',
  areas: [carriers, parcels, loadingLists, labelFindings, pickups, carrierDays],
  sql: ['loading-count.sql', 'shipment-notices.sql'],
  routes: [carrierRoutes, carrierChoiceRoutes, karrioNotices, returnLabelRoutes, unclearRoutes, shipmentMails],
};
