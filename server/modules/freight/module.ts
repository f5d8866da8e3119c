import type { ServerModule } from '../../core/http/module.ts';
import { changeRequests } from './change-requests/area.ts';
import { collections } from './collections/area.ts';
import { containers } from './containers/area.ts';
import { offers } from './offers/area.ts';
import { transportQuotes } from './transport-quotes/area.ts';

/** Containers, transport quotes with their offers, collections, and requests to change agreed data. */
export const freightModule: ServerModule = {
  name: 'freight',
  areas: [containers, transportQuotes, collections, offers, changeRequests],
  sql: ['free-days.sql'],
};
