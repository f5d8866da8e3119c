import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Address, CalendarDate, Currency, EMPTY_ADDRESS, Grams, Lines, Minor, Ref } from '../core/fields.ts';
import { SERVICE_STATE, serviceState } from './head.ts';
import { FREIGHT_MODES, Pieces } from './pieces.ts';

const count = z.int().min(0);
/** Computed from the pieces (contract/freight/pieces.ts) and the offers. */
const made = {
  pieceCount: count,
  weight: Grams,
  /** Cubic decimetres. */
  volume: count,
  volumeWeight: Grams,
  /** Millimetres of trailer length. */
  loadingMetres: count,
  chargeable: Grams,
  offers: count,
  carrierId: Ref('carriers').nullable(),
  price: Minor.nullable(),
  currency: Currency,
  /** The transport order made from the accepted offer. */
  orderId: Ref('tasks').nullable(),
};

/** A request for the price of a transport. Carriers answer with offers; one of them is accepted. */
export const transportQuotes = defineArea({
  name: 'transportQuotes',
  fields: {
    ...serviceState,
    merchantId: Ref('merchants'),
    mode: z.enum(FREIGHT_MODES).default('road'),
    origin: Address.default(EMPTY_ADDRESS),
    destination: Address.default(EMPTY_ADDRESS),
    pickupDate: CalendarDate.nullable().default(null),
    pieces: Pieces,
    /** UN number of dangerous goods (ADR by road): the four digits on the plate. */
    unNo: z
      .string()
      .regex(/^(\d{4})?$/)
      .default(''),
    tailLift: z.boolean().default(false),
    remark: Lines(1000).default(''),
    ...made,
  },
  serverSet: [...SERVICE_STATE, ...(Object.keys(made) as (keyof typeof made)[])],
  search: ['no', 'pieces', 'remark'],
  title: ['no'],
  merchant: 'merchantId',
  without: ['delete', 'recover', 'purge'],
  retained: true,
});
