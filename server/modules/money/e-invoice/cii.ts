import { BUSINESS_PROCESS, CORE_PROFILE, type EAddress, type EInvoice, type ELine, XRECHNUNG_PROFILE } from '#contract/money/e-invoice';
import { isXRechnung } from '#contract/money/e-invoice-formats';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { decimal, document, group, money, text } from './xml.ts';

/** Writes an e-invoice as Cross Industry Invoice D16B (UN/CEFACT), the syntax of ZUGFeRD and of XRechnung CII. */

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};
/** BT-24 */
export const profileOf = ({ format }: Pick<EInvoice, 'format'>): string => (isXRechnung(format) ? XRECHNUNG_PROFILE : CORE_PROFILE);

const date = (name: string, day: string, prefix: 'udt' | 'qdt' = 'udt'): string =>
  group(name, text(`${prefix}:DateTimeString`, day.replaceAll('-', ''), { format: '102' }));
const percent = (rate: number): string => decimal(rate, 2);

const periodOf = (period: EInvoice['period'] | undefined): string =>
  period ? group('ram:BillingSpecifiedPeriod', date('ram:StartDateTime', period.from), date('ram:EndDateTime', period.to)) : '';

const addressOf = ({ line1, line2, line3, city, zip, country }: EAddress): string =>
  group(
    'ram:PostalTradeAddress',
    text('ram:PostcodeCode', zip),
    text('ram:LineOne', line1),
    text('ram:LineTwo', line2),
    text('ram:LineThree', line3),
    text('ram:CityName', city),
    text('ram:CountryID', country),
  );
const endpointOf = (endpoint: string): string => group('ram:URIUniversalCommunication', text('ram:URIID', endpoint, { schemeID: 'EM' }));
const registration = (id: string, schemeID: 'VA' | 'FC'): string => group('ram:SpecifiedTaxRegistration', text('ram:ID', id, { schemeID }));

function lineOf(line: ELine): string {
  const { discount } = line;
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', text('ram:LineID', line.id)),
    group('ram:SpecifiedTradeProduct', text('ram:Name', line.name), text('ram:Description', line.description)),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group('ram:NetPriceProductTradePrice', text('ram:ChargeAmount', decimal(line.price, PRICE_SCALE, 2))),
    ),
    group('ram:SpecifiedLineTradeDelivery', text('ram:BilledQuantity', decimal(line.qty, QTY_SCALE), { unitCode: line.unitCode })),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group(
        'ram:ApplicableTradeTax',
        text('ram:TypeCode', 'VAT'),
        text('ram:CategoryCode', line.category),
        // A line outside the scope of VAT has no rate (BR-O-05).
        line.category === 'O' ? '' : text('ram:RateApplicablePercent', percent(line.rate)),
      ),
      periodOf(line.period),
      discount === null
        ? ''
        : group(
            'ram:SpecifiedTradeAllowanceCharge',
            group('ram:ChargeIndicator', text('udt:Indicator', 'false')),
            text('ram:CalculationPercent', percent(discount.percent)),
            text('ram:BasisAmount', money(discount.base)),
            text('ram:ActualAmount', money(discount.amount)),
            text('ram:ReasonCode', '95'),
            text('ram:Reason', discount.reason),
          ),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', text('ram:LineTotalAmount', money(line.net))),
    ),
  );
}

function agreementOf({ buyerReference, orderReference, seller, buyer }: EInvoice): string {
  const { contact } = seller;
  return group(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', buyerReference),
    group(
      'ram:SellerTradeParty',
      text('ram:ID', seller.id),
      text('ram:Name', seller.name),
      text('ram:Description', seller.legal),
      group('ram:SpecifiedLegalOrganization', text('ram:ID', seller.registerNo), text('ram:TradingBusinessName', seller.tradingName)),
      group(
        'ram:DefinedTradeContact',
        text('ram:PersonName', contact.name),
        group('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', contact.phone)),
        group('ram:EmailURIUniversalCommunication', text('ram:URIID', contact.email)),
      ),
      addressOf(seller.address),
      endpointOf(seller.endpoint),
      registration(seller.vatId, 'VA'),
      registration(seller.taxNo, 'FC'),
    ),
    group(
      'ram:BuyerTradeParty',
      text('ram:ID', buyer.id),
      text('ram:Name', buyer.name),
      addressOf(buyer.address),
      endpointOf(buyer.endpoint),
      registration(buyer.vatId, 'VA'),
    ),
    group('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', orderReference)),
  );
}

function settlementOf(invoice: EInvoice): string {
  const { payment, currency, period, preceding } = invoice;
  const { account } = payment;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:PaymentReference', payment.reference),
    text('ram:TaxCurrencyCode', invoice.taxCurrency ?? ''),
    text('ram:InvoiceCurrencyCode', currency),
    group(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      text('ram:TypeCode', payment.means),
      group(
        'ram:PayeePartyCreditorFinancialAccount',
        text('ram:IBANID', account?.iban ?? ''),
        text('ram:AccountName', account?.holder ?? ''),
      ),
      group('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', account?.bic ?? '')),
    ),
    ...invoice.vat.map(({ category, rate, base, tax, reason, reasonCode }) =>
      group(
        'ram:ApplicableTradeTax',
        text('ram:CalculatedAmount', money(tax)),
        text('ram:TypeCode', 'VAT'),
        text('ram:ExemptionReason', reason),
        text('ram:BasisAmount', money(base)),
        text('ram:CategoryCode', category),
        text('ram:ExemptionReasonCode', reasonCode),
        // BR-DE-14 asks for a rate in every group.
        text('ram:RateApplicablePercent', percent(rate)),
      ),
    ),
    periodOf(period),
    group(
      'ram:SpecifiedTradePaymentTerms',
      text('ram:Description', invoice.terms),
      invoice.dueDate === '' ? '' : date('ram:DueDateDateTime', invoice.dueDate),
    ),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      text('ram:LineTotalAmount', money(invoice.net)),
      text('ram:TaxBasisTotalAmount', money(invoice.net)),
      text('ram:TaxTotalAmount', money(invoice.tax), { currencyID: currency }),
      invoice.taxCurrency === null || invoice.houseTax === null
        ? ''
        : text('ram:TaxTotalAmount', money(invoice.houseTax), { currencyID: invoice.taxCurrency }),
      text('ram:GrandTotalAmount', money(invoice.gross)),
      text('ram:DuePayableAmount', money(invoice.gross)),
    ),
    preceding === null
      ? ''
      : group(
          'ram:InvoiceReferencedDocument',
          text('ram:IssuerAssignedID', preceding.no),
          date('ram:FormattedIssueDateTime', preceding.issueDate, 'qdt'),
        ),
  );
}

/** @returns the document, in UTF-8; the same invoice gives the same text */
export function writeCii(invoice: EInvoice): string {
  const { delivery } = invoice;
  return document(
    'rsm:CrossIndustryInvoice',
    NAMESPACES,
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:BusinessProcessSpecifiedDocumentContextParameter', text('ram:ID', BUSINESS_PROCESS)),
      group('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', profileOf(invoice))),
    ),
    group(
      'rsm:ExchangedDocument',
      text('ram:ID', invoice.no),
      text('ram:TypeCode', invoice.typeCode),
      date('ram:IssueDateTime', invoice.issueDate),
      group('ram:IncludedNote', text('ram:Content', invoice.note)),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      ...invoice.lines.map(lineOf),
      agreementOf(invoice),
      group(
        'ram:ApplicableHeaderTradeDelivery',
        delivery.to === null ? '' : group('ram:ShipToTradeParty', addressOf(delivery.to)),
        group('ram:ActualDeliverySupplyChainEvent', date('ram:OccurrenceDateTime', delivery.date)),
      ),
      settlementOf(invoice),
    ),
  );
}
