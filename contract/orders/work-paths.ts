import { STATION_PATHS } from '../scanning/station-paths.ts';
import type { Work } from './missing-facts.ts';

/** The screen for work that is not a command. Null: done on the order's page or by the carrier. */
const PLACES: Record<Work, string | null> = {
  receive: STATION_PATHS.receiving,
  prepare: STATION_PATHS.received,
  inspect: STATION_PATHS.return,
  putAway: STATION_PATHS.putAway,
  list: null,
  print: '/wms/picklist',
  pick: STATION_PATHS.pickingScan,
  pack: STATION_PATHS.packScanOrder,
  closeParcel: STATION_PATHS.packScanOrder,
  weigh: null,
  measure: null,
  buyLabel: null,
  uploadLabel: null,
  swapLabel: STATION_PATHS.packScanOrder,
  load: STATION_PATHS.shippingScan,
  handOver: STATION_PATHS.shippingScan,
  track: null,
};
/** Stations where scanning the order only opens it. At the dock, scanning a parcel would book it as leaving. */
const OPENS: readonly Work[] = ['receive', 'prepare', 'inspect', 'putAway', 'pick', 'pack', 'closeParcel', 'swapLabel'];
/** Work that needs its own privilege. The rest is done at a station, which all staff may open. */
export const WORK_NEEDS: Partial<Record<Work, string>> = {
  list: 'picklists.create',
  weigh: 'parcels.update',
  measure: 'parcels.update',
  buyLabel: 'parcels.update',
  uploadLabel: 'tasks.update',
};

/** The address where the work is done, with the order opened if the station can. Null: on the order's page, or by the carrier. */
export function workPath(work: Work, no: string): string | null {
  const path = PLACES[work];
  return path && OPENS.includes(work) ? `${path}?code=${encodeURIComponent(no)}` : path;
}
