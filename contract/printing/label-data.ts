import { z } from 'zod';
import { address, count, house, Line, line, stamp } from './data-parts.ts';
import { PICTOGRAMS } from './pictograms.ts';

/** Data of each label. Units as in paper-data.ts. */

/** A transport label, drawn by us or provided by the carrier and printed unchanged (`foreign`). */
export const TransportLabel = z.object({
  house,
  from: address,
  to: address,
  carrier: line,
  service: line,
  /** 'DPD 0198 · DE-20457' – the large routing text for sorting. */
  routing: line,
  trackingNo: line,
  /** Content and type of the large barcode if it is not the tracking number (DPD's 28 characters, a Leitcode). */
  routingCode: line,
  routingCodeType: z.enum(['none', 'code128', 'leitcode', 'gs1-128']).default('none'),
  sscc: line,
  reference: line,
  parcelNo: line,
  seq: z.number().default(1),
  of: z.number().default(1),
  weight: count,
  size: line,
  /** Names of services that the driver must see, such as cash on delivery or named person. */
  services: z.array(z.string()).default([]),
  cashOnDelivery: count,
  currency: line,
  dangerGoods: z.boolean().default(false),
  unNumbers: line,
  shipDate: stamp,
  /** The carrier's own label as PDF, PNG or ZPL in base64. Sent to the printer unchanged. */
  foreign: z
    .object({ type: z.enum(['pdf', 'png', 'zpl']), base64: z.string() })
    .nullable()
    .default(null),
});

export const BoxLabel = z.object({
  house,
  code: line,
  merchant: line,
  orderNo: line,
  reference: line,
  seq: z.number().default(1),
  of: z.number().default(1),
  pieces: count,
  weight: count,
  size: line,
  lines: z.array(Line).default([]),
  from: address,
  to: address,
  printedAt: stamp,
});

/**
 * GS1 logistics label: addresses at the top, data titles in the middle, symbols at the bottom (GS1 General Specifications 5.3; sizes A6,
 * A5).
 */
export const PalletLabel = BoxLabel.extend({
  sscc: line,
  /** Contents of a uniform pallet: AI 02, 37, 10, 15. */
  gtin: line,
  content: line,
  count: count,
  lot: line,
  bestBefore: stamp,
  /** Second symbol in brackets; empty if there is nothing besides the SSCC. */
  elements: line,
  shipToPost: line,
});

export const ItemLabel = z.object({
  sku: line,
  name: line,
  merchant: line,
  code: line,
  codeType: z.enum(['code128', 'ean13', 'ean8', 'upca', 'datamatrix']).default('code128'),
  lot: line,
  expiry: stamp,
});
export const SerialLabel = z.object({ serial: line, sku: line, name: line, merchant: line });
export const CompartmentLabel = z.object({
  code: line,
  warehouse: line,
  zone: line,
  aisle: line,
  rack: line,
  level: line,
  slot: line,
  arrow: z.enum(['none', 'up', 'down']).default('none'),
});
export const CommandLabel = z.object({ code: line, title: line, hint: line });
/** A label of the free generator: any code with texts. */
export const CodeLabel = z.object({ type: z.string(), code: line, title: line, below: line });
export const LogisticsLabel = z.object({
  pictograms: z.array(z.enum(PICTOGRAMS)).max(6).default([]),
  words: line,
  unNumber: line,
  phone: line,
});

/** Return label: the transport label with sender and recipient exchanged. */
export const ReturnLabel = TransportLabel.extend({ retourNo: line });
