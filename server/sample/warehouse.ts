import type pg from 'pg';
import type { Ids } from './ids.ts';

/** Places of the sample: carriers, docks, tables, carts and stations. */

type Client = pg.ClientBase;

/** code, name, label source, cut-off, tracking page, maximum weight in grams, sizes required */
export const CARRIERS = [
  ['DHL', 'DHL Paket', 'simulated', '16:30', 'https://tracking.dhl.example/{no}', 31_500, 1200, 600, null, false],
  ['DPD', 'DPD Classic', 'simulated', '17:00', 'https://tracking.dpd.example/{no}', 31_500, 1750, null, 3000, false],
  ['UPS', 'UPS Standard', 'simulated', '18:00', 'https://tracking.ups.example/{no}', 70_000, 2740, null, 4000, true],
  ['FORWARDER', 'Elbe Spedition', 'none', '', '', null, null, null, null, true],
] as const;

/** hall, code, kind of place, zone */
export const PLACES = [
  ['HH-A', 'DOCK-1', 'dock', 'D'],
  ['HH-A', 'DOCK-2', 'dock', 'D'],
  ['HH-A', 'PACK-1', 'pack', 'P'],
  ['HH-A', 'PACK-2', 'pack', 'P'],
  ['HH-A', 'PACK-3', 'pack', 'P'],
  ['HH-A', 'PACK-4', 'pack', 'P'],
  ['HH-A', 'CART-1', 'cart', 'C'],
  ['HH-A', 'CART-2', 'cart', 'C'],
  ['HH-A', 'CART-3', 'cart', 'C'],
  ['HH-A', 'CART-4', 'cart', 'C'],
  ['HH-R', 'RETURNS-1', 'returns', 'R'],
  ['HH-R', 'QUARANTINE-1', 'quarantine', 'Q'],
] as const;

const RECEIVE = ['receiving', 'receivingScan', 'received', 'putAway', 'snScan'];
const SHIP = ['shippingScan', 'loggingScan'];
const PACK = ['packScanOrder', 'packScanBatch', 'packScanSingle', 'PackScanEF', 'PackScanPre', 'packScanRef', 'snScan'];
const WALK = ['pickingScan', 'putAway', 'move', 'count', 'skuScan'];

/** code, name, place, profiles; the first pack table has the label printer */
export const STATIONS = [
  ['ST-DOCK-1', 'Dock 1, goods in', 'DOCK-1', RECEIVE],
  ['ST-DOCK-2', 'Dock 2, goods out', 'DOCK-2', SHIP],
  ['ST-PACK-1', 'Pack table 1', 'PACK-1', PACK],
  ['ST-PACK-2', 'Pack table 2', 'PACK-2', PACK],
  ['ST-PACK-3', 'Pack table 3', 'PACK-3', PACK],
  ['ST-PACK-4', 'Pack table 4', 'PACK-4', PACK],
  ['ST-CART-1', 'Cart 1', 'CART-1', WALK],
  ['ST-CART-2', 'Cart 2', 'CART-2', WALK],
  ['ST-CART-3', 'Cart 3', 'CART-3', WALK],
  ['ST-CART-4', 'Cart 4', 'CART-4', WALK],
  ['ST-RETURNS', 'Returns table', 'RETURNS-1', ['return', 'skuScan', 'move']],
  ['ST-QUARANTINE', 'Quarantine', 'QUARANTINE-1', ['move', 'skuScan', 'count']],
] as const;

/** number, carrier, vehicle, driver */
const LOADING_LISTS = [
  ['LL-901', 'DHL', 'HH-DL 4711', 'Jonas Behrens'],
  ['LL-902', 'DPD', 'HH-PD 220', 'Samira Aydin'],
  ['LL-903', 'UPS', 'HH-UP 1805', 'Piotr Nowak'],
] as const;

export async function loadWarehouse(client: Client, ids: Ids): Promise<void> {
  for (const [code, name, api, cutOff, trackingUrl, maxWeight, maxLength, maxSide, maxGirth, dimensions] of CARRIERS)
    await client.query(
      'insert into carriers (code, name, api, cut_off, tracking_url, max_weight, max_length, max_side, max_girth, dimensions, id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [code, name, api, cutOff, trackingUrl, maxWeight, maxLength, maxSide, maxGirth, dimensions, ids('carriers', code)],
    );
  for (const [hall, code, kind, zone] of PLACES)
    await client.query(
      'insert into compartments (warehouse_id, code, kind, zone, id) values ((select id from warehouses where code = $1), $2, $3, $4, $5)',
      [hall, code, kind, zone, ids('compartments', code)],
    );
  for (const [code, name, place, profiles] of STATIONS)
    await client.query(
      `insert into stations (code, name, compartment_id, profiles, printer_id, id)
       values ($1, $2, (select id from compartments where code = $3), $4, (select id from printers where location = $2), $5)`,
      [code, name, place, profiles, ids('stations', code)],
    );
  for (const [no, carrier, vehicle, driver] of LOADING_LISTS)
    await client.query(
      `insert into loading_lists (no, carrier_id, dock_id, vehicle, driver)
       values ($1, (select id from carriers where code = $2), (select id from compartments where code = 'DOCK-2'), $3, $4)`,
      [no, carrier, vehicle, driver],
    );
}
