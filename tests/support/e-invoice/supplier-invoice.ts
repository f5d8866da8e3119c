import { documentSums } from '#contract/money/document-sums';
import type { EInvoice, ELine } from '#contract/money/e-invoice';
import { PAR } from '#contract/money/fx';
import type { VatCategory } from '#contract/money/vat';

/** An e-invoice that a supplier writes to the house of the sample. */

type Given = Partial<Omit<EInvoice, 'lines' | 'seller'>> & {
  seller?: Partial<EInvoice['seller']>;
  iban?: string;
  lines?: { name: string; qty: number; price: number; rate?: number; category?: VatCategory }[];
};
const ADDRESS = { line1: 'Hafenstraße 7b', line2: '', line3: '', city: 'Hamburg', zip: '20457', country: 'DE' };

export function supplierInvoice({ seller = {}, iban = '', lines: given, ...over }: Given): EInvoice {
  const wanted = given ?? [{ name: 'Euro pallets', qty: 10_000, price: 125_000 }];
  const lines = wanted.map(({ name, qty, price, rate = 1900, category = 'S' as const }) => ({ name, qty, price, rate, category }));
  const priced = lines.map(({ qty, price, rate, category }) => ({ qty, unitPrice: price, vatCategory: category, vatRate: rate }));
  const sums = documentSums(priced, { currency: 'EUR', rate: PAR });
  return {
    format: 'xrechnung-ubl',
    no: 'RE-1',
    issueDate: '2026-11-05',
    typeCode: '380',
    currency: 'EUR',
    taxCurrency: null,
    dueDate: '2099-12-31',
    buyerReference: '',
    orderReference: '',
    terms: '',
    note: '',
    preceding: null,
    seller: {
      name: 'Paletten Groß GmbH',
      tradingName: '',
      id: '',
      registerNo: 'HRB 77',
      vatId: 'DE136695976',
      taxNo: '',
      legal: '',
      endpoint: 'rechnung@paletten.example',
      address: ADDRESS,
      contact: { name: 'Buchhaltung', phone: '+49 40 1234', email: 'rechnung@paletten.example' },
      ...seller,
    },
    buyer: { name: 'Kontor', id: '', vatId: '', endpoint: 'rechnung@kontor.example', address: ADDRESS },
    delivery: { date: '', to: null },
    period: null,
    payment: { means: '58', reference: '', account: iban === '' ? null : { iban, holder: 'Paletten Groß GmbH', bic: '' } },
    vat: sums.vat.map(({ category, rate, base, tax }) => ({ category, rate, base, tax, reason: '', reasonCode: '' })),
    net: sums.net,
    tax: sums.tax,
    houseTax: null,
    gross: sums.gross,
    lines: lines.map(
      ({ name, qty, price, rate, category }, i): ELine => ({
        id: String(i + 1),
        name,
        description: '',
        qty,
        unitCode: 'H87',
        price,
        net: sums.nets[i] ?? 0,
        category,
        rate,
        discount: null,
      }),
    ),
    ...over,
  };
}
