import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Currency, FileId, Grams, Instant, Line, Millimetres, Minor, Ref } from '../core/fields.ts';
import { PARCEL_STATES } from '../orders/statuses.ts';

/** `return`: a parcel that the customer sends back with a label that the house bought. It is never packed or loaded here. */
export const PARCEL_KINDS = ['parcel', 'pallet', 'return'] as const;
/**
 * `requested`: a job buys the label from the carrier, once. `unclear`: the purchase was sent, and nobody can say whether it was booked; a
 * person finds out and says so.
 */
export const LABEL_STATES = ['none', 'requested', 'bought', 'foreign', 'failed', 'unclear', 'voided'] as const;

/** A box or pallet of a task with its label and its tracking. Its goods are those of its handling unit. */
export const parcels = defineArea({
  name: 'parcels',
  fields: {
    no: Line(20),
    taskId: Ref('tasks'),
    taskNo: z.string(),
    merchantId: Ref('merchants'),
    seq: z.int(),
    kind: z.enum(PARCEL_KINDS),
    state: z.enum(PARCEL_STATES),
    unitId: Ref('mergedUnits').nullable(),
    pieces: z.int(),
    weight: Grams.nullable(),
    length: Millimetres.nullable(),
    width: Millimetres.nullable(),
    height: Millimetres.nullable(),
    /** The carton or bag that was used. */
    packagingId: Ref('items').nullable(),
    carrierId: Ref('carriers').nullable(),
    service: z.string(),
    /** What the carrier collects with this parcel, and the value this parcel is insured for, as its label was asked for. */
    codAmount: Minor.nullable(),
    insuredAmount: Minor.nullable(),
    currency: Currency,
    trackingNo: z.string(),
    retourNo: z.string(),
    labelState: z.enum(LABEL_STATES),
    labelFile: FileId.nullable(),
    /** The paper for the customs, where the carrier made one. It travels with the parcel. */
    customsFile: FileId.nullable(),
    labelError: z.string(),
    shipmentId: z.string(),
    /** Number of requests to the carrier without a valid answer, and when the next one is due. */
    labelTries: z.int(),
    labelDueAt: Instant.nullable(),
    loadingListId: Ref('loadingLists').nullable(),
    stationId: Ref('stations').nullable(),
    packedBy: Ref('users').nullable(),
    closedAt: Instant.nullable(),
    handedOverAt: Instant.nullable(),
    deliveredAt: Instant.nullable(),
  },
  search: ['no', 'taskNo', 'trackingNo', 'retourNo'],
  title: ['no', 'trackingNo'],
  merchant: 'merchantId',
  carrier: 'carrierId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
