/**
 * How a party gets its invoices. `zugferd`: a PDF/A-3 with the invoice as XML in it. `xrechnung-cii` and `xrechnung-ubl`: XML for German
 * authorities in either syntax, with a PDF to read. `paper`: only a PDF.
 */
export const INVOICE_FORMATS = ['zugferd', 'xrechnung-cii', 'xrechnung-ubl', 'paper'] as const;
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number];

export const isXRechnung = (format: InvoiceFormat): boolean => format === 'xrechnung-cii' || format === 'xrechnung-ubl';
