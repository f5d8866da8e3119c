import type { UNITS } from './rule.ts';

/** Meters: streams of facts that are charged. A category of prices names a meter and the unit in which its facts are counted. */

type Unit = (typeof UNITS)[number];

export const METERS = [
  'inbound.container',
  'inbound.order',
  'inbound.line',
  'inbound.pallet',
  'inbound.carton',
  'inbound.piece',
  'storage',
  'out.order',
  'out.line',
  'out.piece',
  'out.parcel',
  'out.pallet',
  'pack.material',
  'label.ship',
  'label.return',
  'label.surcharge',
  'return.order',
  'return.piece',
  'swap',
  'serial',
  'count',
  'freight',
  'collection',
  'disposal',
  'cancelled',
  'work',
  'periodic',
] as const;
export type Meter = (typeof METERS)[number];

/**
 * Each meter with its units. The facts, and the conditions they carry, are in server/modules/billing/meters. `cost`: what the house paid, in
 * units of the currency, so that a price of 1.06 adds 6 per cent.
 */
export const METER_UNITS: Readonly<Record<Meter, readonly Unit[]>> = {
  'inbound.container': ['container'],
  'inbound.order': ['order'],
  'inbound.line': ['line'],
  'inbound.pallet': ['pallet'],
  'inbound.carton': ['carton'],
  'inbound.piece': ['piece', 'kg', 'cbm'],
  storage: ['palletDay', 'locationDay', 'cbmDay', 'kgDay', 'pieceDay'],
  'out.order': ['order'],
  'out.line': ['line'],
  'out.piece': ['piece', 'kg'],
  'out.parcel': ['parcel'],
  'out.pallet': ['pallet'],
  'pack.material': ['piece'],
  'label.ship': ['label', 'cost'],
  'label.return': ['label', 'cost'],
  'label.surcharge': ['cost'],
  'return.order': ['return', 'order'],
  'return.piece': ['piece'],
  swap: ['piece'],
  serial: ['piece'],
  count: ['place'],
  freight: ['flat', 'cost'],
  collection: ['flat', 'cost'],
  disposal: ['piece', 'kg'],
  cancelled: ['order'],
  work: ['hour', 'piece', 'flat'],
  periodic: ['flat'],
};
