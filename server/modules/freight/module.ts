import type { ServerModule } from '../../core/http/module.ts';
import { changeRequests } from './change-requests/area.ts';
import { collections } from './collections/area.ts';
import { containerTariffs } from './container-tariffs/area.ts';
import { containers } from './containers/area.ts';
import { offers } from './offers/area.ts';
import { transportQuotes } from './transport-quotes/area.ts';

/** Containers with their tariffs, transport quotes with their offers, collections, and requests to change agreed data. */
export const freightModule: ServerModule = {
  name: 'freight',
  areas: [containers, containerTariffs, transportQuotes, collections, offers, changeRequests],
  sql: ['free-days.sql'],
};
