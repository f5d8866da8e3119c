import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Id, Instant, Ref } from '../core/fields.ts';
import { Condition } from '../scanning/commands.ts';

/** Source and destination of a move. `stock` is a compartment; the others have no balance and only give every move two sides. */
export const PLACES = ['stock', 'supplier', 'customer', 'adjust', 'scrap'] as const;

/** The stock ledger: append-only, double entry. A correction is a new move that refers to the reversed one. */
export const stockMoves = defineArea({
  name: 'stockMoves',
  fields: {
    /** The device's clock. `createdAt` is the server's. */
    at: Instant,
    merchantId: Ref('merchants'),
    itemId: Ref('items'),
    sku: z.string(),
    qty: z.int(),
    lot: z.string(),
    expiry: CalendarDate.nullable(),
    serial: z.string(),
    condition: Condition,
    toCondition: Condition,
    fromPlace: z.enum(PLACES),
    fromId: Ref('compartments').nullable(),
    fromUnitId: Ref('mergedUnits').nullable(),
    toPlace: z.enum(PLACES),
    toId: Ref('compartments').nullable(),
    toUnitId: Ref('mergedUnits').nullable(),
    reason: z.string(),
    taskId: Ref('tasks').nullable(),
    lineId: Id.nullable(),
    parcelId: Ref('parcels').nullable(),
    scanId: Id.nullable(),
    stationId: Ref('stations').nullable(),
    userId: Ref('users').nullable(),
    reversesId: Id.nullable(),
  },
  search: ['sku', 'lot', 'serial', 'reason'],
  title: ['sku'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
