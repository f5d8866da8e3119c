import type { EInvoice } from '#contract/money/e-invoice';
import { cents, type Semantic, scaled, type Terms } from './terms.ts';

/** The product's object out of what was read, for the comparison with the one it was written from. */

const CATEGORIES: readonly EInvoice['vat'][number]['category'][] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'];
const categoryOf = (text: string | undefined) => CATEGORIES.find((one) => one === text) ?? 'S';
const address = (head: Terms, [line1, line2, line3, city, zip, country]: readonly string[]) => ({
  line1: head[String(line1)] ?? '',
  line2: head[String(line2)] ?? '',
  line3: head[String(line3)] ?? '',
  city: head[String(city)] ?? '',
  zip: head[String(zip)] ?? '',
  country: head[String(country)] ?? '',
});

export function asModel({ head, vat, lines }: Semantic): Omit<EInvoice, 'format'> {
  const text = (term: string): string => head[term] ?? '';
  return {
    no: text('BT-1'),
    issueDate: text('BT-2'),
    typeCode: text('BT-3') === '381' ? '381' : '380',
    currency: text('BT-5') === 'USD' ? 'USD' : 'EUR',
    taxCurrency: head['BT-6'] === undefined ? null : 'EUR',
    dueDate: text('BT-9'),
    buyerReference: text('BT-10'),
    orderReference: text('BT-13'),
    terms: text('BT-20'),
    note: text('BT-22'),
    preceding: head['BT-25'] === undefined ? null : { no: text('BT-25'), issueDate: text('BT-26') },
    seller: {
      name: text('BT-27'),
      tradingName: text('BT-28'),
      id: text('BT-29'),
      registerNo: text('BT-30'),
      vatId: text('BT-31'),
      taxNo: text('BT-32'),
      legal: text('BT-33'),
      endpoint: text('BT-34'),
      address: address(head, ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-40']),
      contact: { name: text('BT-41'), phone: text('BT-42'), email: text('BT-43') },
    },
    buyer: {
      name: text('BT-44'),
      id: text('BT-46'),
      vatId: text('BT-48'),
      endpoint: text('BT-49'),
      address: address(head, ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-55']),
    },
    delivery: {
      date: text('BT-72'),
      to: head['BT-80'] === undefined ? null : address(head, ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-80']),
    },
    period: head['BT-73'] === undefined ? null : { from: text('BT-73'), to: text('BT-74') },
    payment: {
      means: (['58', '30', '97', '1'] as const).find((one) => one === head['BT-81']) ?? '1',
      reference: text('BT-83'),
      account: head['BT-84'] === undefined ? null : { iban: text('BT-84'), holder: text('BT-85'), bic: text('BT-86') },
    },
    vat: vat.map((group) => ({
      category: categoryOf(group['BT-118']),
      rate: scaled(group['BT-119'], 2),
      base: cents(group['BT-116']),
      tax: cents(group['BT-117']),
      reason: group['BT-120'] ?? '',
      reasonCode: group['BT-121'] ?? '',
    })),
    net: cents(head['BT-106']),
    tax: cents(head['BT-110']),
    houseTax: head['BT-111'] === undefined ? null : cents(head['BT-111']),
    gross: cents(head['BT-112']),
    lines: lines.map((line) => ({
      ...(line['BT-134'] === undefined ? {} : { period: { from: line['BT-134'], to: line['BT-135'] ?? '' } }),
      id: line['BT-126'] ?? '',
      name: line['BT-153'] ?? '',
      description: line['BT-154'] ?? '',
      qty: scaled(line['BT-129'], 3),
      unitCode: line['BT-130'] ?? '',
      price: scaled(line['BT-146'], 4),
      net: cents(line['BT-131']),
      category: categoryOf(line['BT-151']),
      rate: line['BT-152'] === undefined ? 0 : scaled(line['BT-152'], 2),
      discount:
        line['BG-27'] === undefined
          ? null
          : {
              percent: scaled(line['BT-138'], 2),
              base: cents(line['BT-137']),
              amount: cents(line['BT-136']),
              reason: line['BT-139'] ?? '',
            },
    })),
  };
}
