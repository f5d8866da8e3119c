/** Barcode types for layouts. print/codes draws them. */
export const CODE_TYPES = [
  'gs1-128',
  'code128',
  'code39',
  'ean13',
  'ean8',
  'upca',
  'itf14',
  'identcode',
  'leitcode',
  'datamatrix',
  'gs1-datamatrix',
  'qr',
  'gs1-qr',
] as const;
export type CodeType = (typeof CODE_TYPES)[number];
