import { z } from 'zod';
import { address, count, house, Line, line, stamp } from './data-parts.ts';
import { PICTOGRAMS } from './pictograms.ts';

/** What each label prints; units as in paper-data.ts. */

/** A carrier's label as we draw it, or his own passed through unchanged (`foreign`). */
export const TransportLabel = z.object({
  house,
  from: address,
  to: address,
  carrier: line,
  service: line,
  /** 'DPD 0198 · DE-20457' – the large code a sorter reads. */
  routing: line,
  trackingNo: line,
  /** Content of the large code where it is not the tracking number (DPD's 28 characters, a Leitcode); its kind. */
  routingCode: line,
  routingCodeType: z.enum(['none', 'code128', 'leitcode', 'gs1-128']).default('none'),
  sscc: line,
  reference: line,
  parcelNo: line,
  seq: z.number().default(1),
  of: z.number().default(1),
  weight: count,
  size: line,
  /** Names of services that the driver must see: cash on delivery, named person. */
  services: z.array(z.string()).default([]),
  cashOnDelivery: count,
  currency: line,
  dangerGoods: z.boolean().default(false),
  unNumbers: line,
  shipDate: stamp,
  /** The carrier's own label: PDF, PNG or ZPL in base64. Goes to the printer as it came. */
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

/** GS1 logistics label: from and to above, data titles in the middle, symbols below (GS1 General Specifications 5.3; sizes labels A6, A5). */
export const PalletLabel = BoxLabel.extend({
  sscc: line,
  /** Contents where the pallet is uniform: AI 02, 37, 10, 15. */
  gtin: line,
  content: line,
  count: count,
  lot: line,
  bestBefore: stamp,
  /** Second symbol in brackets, empty when there is nothing beyond the SSCC. */
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
/** One of the free generator: any code with words. */
export const CodeLabel = z.object({ type: z.string(), code: line, title: line, below: line });
export const LogisticsLabel = z.object({
  pictograms: z.array(z.enum(PICTOGRAMS)).max(6).default([]),
  words: line,
  unNumber: line,
  phone: line,
});

/** Return label: the transport label the other way round. */
export const ReturnLabel = TransportLabel.extend({ retourNo: line });
