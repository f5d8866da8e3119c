import { BUSINESS_PROCESS, type EAddress, type EInvoice, type ELine } from '#contract/money/e-invoice';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { profileOf } from './cii.ts';
import { decimal, document, group, money, text } from './xml.ts';

/** Writes an e-invoice as Universal Business Language 2.1 (OASIS): Invoice, or CreditNote with a root and names of its own. */

const NAMESPACES = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
const percent = (rate: number): string => decimal(rate, 2);
const VAT = group('cac:TaxScheme', text('cbc:ID', 'VAT'));

const addressOf = (name: string, { line1, line2, line3, city, zip, country }: EAddress): string =>
  group(
    name,
    text('cbc:StreetName', line1),
    text('cbc:AdditionalStreetName', line2),
    text('cbc:CityName', city),
    text('cbc:PostalZone', zip),
    group('cac:AddressLine', text('cbc:Line', line3)),
    group('cac:Country', text('cbc:IdentificationCode', country)),
  );
const endpointOf = (endpoint: string): string => text('cbc:EndpointID', endpoint, { schemeID: 'EM' });
const identified = (id: string): string => group('cac:PartyIdentification', text('cbc:ID', id));
const taxed = (id: string, scheme: 'VAT' | 'FC'): string =>
  id === '' ? '' : group('cac:PartyTaxScheme', text('cbc:CompanyID', id), group('cac:TaxScheme', text('cbc:ID', scheme)));

function partiesOf({ seller, buyer }: EInvoice): string {
  const { contact } = seller;
  return [
    group(
      'cac:AccountingSupplierParty',
      group(
        'cac:Party',
        endpointOf(seller.endpoint),
        identified(seller.id),
        group('cac:PartyName', text('cbc:Name', seller.tradingName)),
        addressOf('cac:PostalAddress', seller.address),
        taxed(seller.vatId, 'VAT'),
        taxed(seller.taxNo, 'FC'),
        group(
          'cac:PartyLegalEntity',
          text('cbc:RegistrationName', seller.name),
          text('cbc:CompanyID', seller.registerNo),
          text('cbc:CompanyLegalForm', seller.legal),
        ),
        group(
          'cac:Contact',
          text('cbc:Name', contact.name),
          text('cbc:Telephone', contact.phone),
          text('cbc:ElectronicMail', contact.email),
        ),
      ),
    ),
    group(
      'cac:AccountingCustomerParty',
      group(
        'cac:Party',
        endpointOf(buyer.endpoint),
        identified(buyer.id),
        addressOf('cac:PostalAddress', buyer.address),
        taxed(buyer.vatId, 'VAT'),
        group('cac:PartyLegalEntity', text('cbc:RegistrationName', buyer.name)),
      ),
    ),
  ].join('');
}

function taxTotals({ vat, tax, currency, taxCurrency, houseTax }: EInvoice): string {
  const amount = (name: string, value: number): string => text(name, money(value), { currencyID: currency });
  const groups = vat.map(({ category, rate, base, tax: of, reason, reasonCode }) =>
    group(
      'cac:TaxSubtotal',
      amount('cbc:TaxableAmount', base),
      amount('cbc:TaxAmount', of),
      group(
        'cac:TaxCategory',
        text('cbc:ID', category),
        // BR-DE-14 asks for a rate in every group.
        text('cbc:Percent', percent(rate)),
        text('cbc:TaxExemptionReasonCode', reasonCode),
        text('cbc:TaxExemptionReason', reason),
        VAT,
      ),
    ),
  );
  return [
    group('cac:TaxTotal', amount('cbc:TaxAmount', tax), ...groups),
    taxCurrency === null || houseTax === null
      ? ''
      : group('cac:TaxTotal', text('cbc:TaxAmount', money(houseTax), { currencyID: taxCurrency })),
  ].join('');
}

const periodOf = (period: EInvoice['period'] | undefined): string =>
  period ? group('cac:InvoicePeriod', text('cbc:StartDate', period.from), text('cbc:EndDate', period.to)) : '';

const lineOf =
  (isCredit: boolean, currencyID: string) =>
  (line: ELine): string => {
    const { discount } = line;
    const amount = (name: string, value: number): string => text(name, money(value), { currencyID });
    return group(
      isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
      text('cbc:ID', line.id),
      text(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', decimal(line.qty, QTY_SCALE), { unitCode: line.unitCode }),
      amount('cbc:LineExtensionAmount', line.net),
      periodOf(line.period),
      discount === null
        ? ''
        : group(
            'cac:AllowanceCharge',
            text('cbc:ChargeIndicator', 'false'),
            text('cbc:AllowanceChargeReasonCode', '95'),
            text('cbc:AllowanceChargeReason', discount.reason),
            text('cbc:MultiplierFactorNumeric', percent(discount.percent)),
            amount('cbc:Amount', discount.amount),
            amount('cbc:BaseAmount', discount.base),
          ),
      group(
        'cac:Item',
        text('cbc:Description', line.description),
        text('cbc:Name', line.name),
        group(
          'cac:ClassifiedTaxCategory',
          text('cbc:ID', line.category),
          // A line outside the scope of VAT has no rate (BR-O-05).
          line.category === 'O' ? '' : text('cbc:Percent', percent(line.rate)),
          VAT,
        ),
      ),
      group('cac:Price', text('cbc:PriceAmount', decimal(line.price, PRICE_SCALE, 2), { currencyID })),
    );
  };

/** @returns the document, in UTF-8; the same invoice gives the same text */
export function writeUbl(invoice: EInvoice): string {
  const { currency, delivery, payment, period, preceding, net, gross } = invoice;
  const { account } = payment;
  const isCredit = invoice.typeCode === '381';
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const amount = (name: string, value: number): string => text(name, money(value), { currencyID: currency });
  return document(
    root,
    { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`, ...NAMESPACES },
    text('cbc:CustomizationID', profileOf(invoice)),
    text('cbc:ProfileID', BUSINESS_PROCESS),
    text('cbc:ID', invoice.no),
    text('cbc:IssueDate', invoice.issueDate),
    isCredit ? '' : text('cbc:DueDate', invoice.dueDate),
    text(isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', invoice.typeCode),
    text('cbc:Note', invoice.note),
    text('cbc:DocumentCurrencyCode', currency),
    text('cbc:TaxCurrencyCode', invoice.taxCurrency ?? ''),
    text('cbc:BuyerReference', invoice.buyerReference),
    periodOf(period),
    group('cac:OrderReference', text('cbc:ID', invoice.orderReference)),
    preceding === null
      ? ''
      : group(
          'cac:BillingReference',
          group('cac:InvoiceDocumentReference', text('cbc:ID', preceding.no), text('cbc:IssueDate', preceding.issueDate)),
        ),
    partiesOf(invoice),
    group(
      'cac:Delivery',
      text('cbc:ActualDeliveryDate', delivery.date),
      delivery.to === null ? '' : group('cac:DeliveryLocation', addressOf('cac:Address', delivery.to)),
    ),
    group(
      'cac:PaymentMeans',
      text('cbc:PaymentMeansCode', payment.means),
      isCredit ? text('cbc:PaymentDueDate', invoice.dueDate) : '',
      text('cbc:PaymentID', payment.reference),
      group(
        'cac:PayeeFinancialAccount',
        text('cbc:ID', account?.iban ?? ''),
        text('cbc:Name', account?.holder ?? ''),
        group('cac:FinancialInstitutionBranch', text('cbc:ID', account?.bic ?? '')),
      ),
    ),
    group('cac:PaymentTerms', text('cbc:Note', invoice.terms)),
    taxTotals(invoice),
    group(
      'cac:LegalMonetaryTotal',
      amount('cbc:LineExtensionAmount', net),
      amount('cbc:TaxExclusiveAmount', net),
      amount('cbc:TaxInclusiveAmount', gross),
      amount('cbc:PayableAmount', gross),
    ),
    ...invoice.lines.map(lineOf(isCredit, currency)),
  );
}
