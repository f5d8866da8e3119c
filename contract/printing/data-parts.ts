import { z } from 'zod';

/** Schemas shared by labels and documents. */

export const text = z.string().max(2000).default('');
export const line = z.string().max(300).default('');
export const count = z.number().nullable().default(null);
export const stamp = z.string().max(40).default('');

export const PrintAddress = z.object({
  name1: line,
  name2: line,
  streetName: line,
  streetNumber: line,
  zip: line,
  city: line,
  country: line,
  phone: line,
  email: line,
  addition: line,
});
export const address = PrintAddress.prefault({});

/** The house: header of every document and sender of every label. */
export const House = z.object({
  name: line,
  address,
  vatId: line,
  bank: line,
  taxNo: line,
  /** Legal name, register and managers in one line (§ 35a GmbHG). */
  legal: line,
  /** PNG in base64. */ logo: z.string().max(500_000).default(''),
});
export const house = House.prefault({});

export const Line = z.object({
  sku: line,
  name: line,
  /** EAN or another alias that is scanned. */
  code: line,
  qty: count,
  /** Quantities that are missing, short, or already delivered. */
  short: count,
  serials: z.array(z.string().max(100)).max(5000).default([]),
  lot: line,
  expiry: stamp,
  weight: count,
});
