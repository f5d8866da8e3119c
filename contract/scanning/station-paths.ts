import type { Profile } from './commands.ts';

/** Path of each station. `/wEP/receiving`, `/wEP/received` and `/wEP/loggingScan` are lists, so their stations have other paths. */
export const STATION_PATHS: Readonly<Record<Profile, string>> = {
  receiving: '/wEP/arrivalScan',
  receivingScan: '/wEP/receivingScan',
  received: '/wEP/receivedScan',
  putAway: '/wEP/putAway',
  pickingScan: '/wEP/pickingScan',
  packScanOrder: '/wEP/packScanOrder',
  packScanBatch: '/wEP/packScanBatch',
  packScanSingle: '/wEP/packScanSingle',
  PackScanEF: '/wEP/PackScanEF',
  PackScanPre: '/wEP/PackScanPre',
  packScanRef: '/mEP/packScanRef',
  shippingScan: '/wEP/shippingScan',
  loggingScan: '/wEP/codeScan',
  snScan: '/wEP/snScan',
  skuScan: '/wEP/skuScan',
  count: '/wEP/count',
  return: '/wEP/return',
  move: '/wEP/move',
};
