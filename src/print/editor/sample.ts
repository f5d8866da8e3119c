import { z } from 'zod';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { bare } from '#contract/printing/mask';

/**
 * A sample record of a document, for layouts whose area has no rows and for documents that are not made of rows. Every value is filled, so
 * that every element of the layout is visible.
 */
const ADDRESSES: Record<string, Record<string, string>> = {
  to: {
    name1: 'Bärbel Großmann',
    name2: 'c/o Café Löwenzahn',
    streetName: 'Königsbrücker Straße',
    streetNumber: '112a',
    zip: '01099',
    city: 'Dresden',
    country: 'DE',
  },
  other: {
    name1: 'Kontor Logistik GmbH',
    name2: '',
    streetName: 'Am Sandtorkai',
    streetNumber: '30',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
  },
};
const HOUSE = {
  name: 'Kontor Logistik GmbH',
  address: ADDRESSES['other'],
  vatId: 'DE123456789',
  bank: 'DE02 1203 0000 0000 2020 51',
};
const TEXTS: Record<string, string> = {
  sku: 'NW-042-XL',
  name: 'Teapot, cast iron, 0.8 l',
  services: 'Cash on delivery',
  cart: 'W-7',
  dock: 'T3',
  content: 'Teapot, cast iron',
  code: '4006381333931',
  codeType: 'ean13',
  type: 'code128',
  gtin: '04006381333931',
  sscc: '340123450000000017',
  elements: '(02)04006381333931(37)48(15)271231(10)L-2211',
  trackingNo: '00340434292135100186',
  routing: 'DE 0101 · 01099',
  routingCode: '',
  carrier: 'Northern Parcel',
  service: 'Standard',
  merchant: 'Northwind Trading',
  orderNo: 'P-10248',
  order: 'P-10248',
  reference: 'PO 4711/26',
  parcelNo: 'PC-000123',
  serial: 'SN2600001234',
  lot: 'L-2211',
  expiry: '2027-12-31',
  bestBefore: '2027-12-31',
  place: 'A-03-12-2',
  places: 'A-03-12-2, B-01-04-1',
  zone: 'A',
  warehouse: 'HH1',
  aisle: '03',
  rack: '12',
  level: '2',
  slot: '1',
  unNumbers: 'UN3481',
  unNumber: 'UN3481',
  phone: '+49 40 123456',
  currency: 'EUR',
  size: '40 × 30 × 20 cm',
  no: '10248',
  kind: 'parcel',
  email: 'info@kontor.example',
  incoterm: 'DAP',
  plate: 'HH-KL 2026',
  vehicle: 'HH-KL 2026',
  driver: 'J. Petersen',
  picker: 'Li Wei',
  receivedBy: 'B. Großmann',
  zip: '20457',
  city: 'Hamburg',
  country: 'DE',
  consignee: 'Bärbel Großmann',
  text: 'Storage, pallet place',
  unit: 'day',
  title: 'Example',
};
const NUMBERS: Record<string, number> = {
  seq: 1,
  of: 3,
  weight: 4350,
  volume: 24_000_000,
  qty: 12,
  short: 1,
  pieces: 27,
  rate: 1900,
  vatRate: 1900,
  price: 1250,
  net: 15_000,
  base: 15_000,
  tax: 2850,
  gross: 17_850,
  due: 17_850,
  cashOnDelivery: 4999,
};
/** Fields left empty: pictures that do not exist, and a box that would hide the default drawing. */
const LEFT_EMPTY = ['logo', 'signature', 'foreign', 'routingCode'];
const ROWS = 3;

function sampleText(name: string): string {
  const known = TEXTS[name];
  if (known !== undefined) return known;
  if (/(At|On)$/.test(name)) return '2026-11-20T14:30';
  return name.endsWith('Date') ? '2026-11-20' : name;
}

function entries(type: z.ZodArray, name: string): unknown[] {
  const element = type.element as z.ZodType;
  const inner = bare(element);
  if (inner instanceof z.ZodEnum) return inner.options.slice(0, 2);
  if (!(inner instanceof z.ZodObject)) return [sampleText(name)];
  return Array.from({ length: ROWS }, () => sampleOf(element, name));
}

function sampleOf(schema: z.ZodType, name: string): unknown {
  const type = bare(schema);
  if (type instanceof z.ZodObject) {
    if (name === 'house') return HOUSE;
    if (Object.hasOwn(type.shape, 'streetName')) return ADDRESSES[name === 'to' || name === 'consignee' ? 'to' : 'other'];
    const fields = Object.entries(type.shape as Record<string, z.ZodType>).filter(([key]) => !LEFT_EMPTY.includes(key));
    return Object.fromEntries(fields.map(([key, inner]) => [key, sampleOf(inner, key)]));
  }
  if (type instanceof z.ZodArray) return entries(type, name);
  if (type instanceof z.ZodNumber) return NUMBERS[name] ?? 1;
  if (type instanceof z.ZodBoolean) return name !== 'dangerGoods';
  if (type instanceof z.ZodEnum) return type.options.includes(TEXTS[name] ?? '') ? TEXTS[name] : type.options[0];
  return sampleText(name);
}

/** Validated by the document's own schema. */
export const sampleRecord = (document: DocumentName): unknown => {
  const { schema } = DOCUMENTS[document];
  return schema.parse(sampleOf(schema, ''));
};
