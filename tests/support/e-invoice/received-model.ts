import type { EInvoice } from '#contract/money/e-invoice';
import type { ReceivedAddress, ReceivedInvoice } from '#contract/money/received-invoice';
import { scaled } from './terms.ts';

/** What the product read, as the object that its writers start from, for the comparison of both. */

function address(given: ReceivedAddress) {
  const { region: _, ...rest } = given;
  return rest;
}
const category = (code: string) => code as EInvoice['vat'][number]['category'];

export function asWritten(read: ReceivedInvoice): Omit<EInvoice, 'format'> {
  const { seller, buyer, payment, totals, delivery } = read;
  const [account] = payment.accounts;
  return {
    no: read.no,
    issueDate: read.issueDate,
    typeCode: read.typeCode as EInvoice['typeCode'],
    currency: read.currency as EInvoice['currency'],
    taxCurrency: read.taxCurrency === '' ? null : (read.taxCurrency as EInvoice['taxCurrency']),
    dueDate: read.dueDate,
    buyerReference: read.buyerReference,
    orderReference: read.order,
    terms: read.terms,
    note: read.notes.join('\n'),
    preceding: read.preceding[0] ?? null,
    seller: {
      name: seller.name,
      tradingName: seller.tradingName,
      id: seller.id,
      registerNo: seller.registerNo,
      vatId: seller.vatId,
      taxNo: seller.taxNo,
      legal: seller.legal,
      endpoint: seller.endpoint,
      address: address(seller.address),
      contact: seller.contact,
    },
    buyer: { name: buyer.name, id: buyer.id, vatId: buyer.vatId, endpoint: buyer.endpoint, address: address(buyer.address) },
    delivery: { date: delivery.date, to: delivery.address.country === '' ? null : address(delivery.address) },
    period: read.period,
    payment: { means: payment.means as EInvoice['payment']['means'], reference: payment.reference, account: account ?? null },
    vat: read.vat.map((group) => ({ ...group, category: category(group.category) })),
    net: totals.net ?? 0,
    tax: totals.tax ?? 0,
    houseTax: totals.houseTax,
    gross: totals.gross ?? 0,
    lines: read.lines.map((line) => {
      const [allowance] = line.allowances;
      return {
        ...(line.period === null ? {} : { period: line.period }),
        id: line.id,
        name: line.name,
        description: line.description,
        qty: scaled(line.qty, 3),
        unitCode: line.unitCode,
        price: scaled(line.price, 4),
        net: line.net,
        category: category(line.category),
        rate: line.rate ?? 0,
        discount: allowance
          ? { percent: allowance.percent ?? 0, base: allowance.base ?? 0, amount: allowance.amount, reason: allowance.reason }
          : null,
      };
    }),
  };
}
