import {
  MAX_E_INVOICE_LINES,
  type ReceivedAddress,
  type ReceivedAllowance,
  type ReceivedInvoice,
  type ReceivedLine,
  type ReceivedParty,
} from '#contract/money/received-invoice';
import { find, findAll, type Node } from '../../../core/read-xml.ts';
import { mapInSteps, type Steps } from '../../../core/steps.ts';
import { fail } from './fault.ts';
import { base64Size, day, decimal, hundredths, required, scaled, text, tidy } from './values.ts';

/** Reads Cross Industry Invoice D16B (UN/CEFACT) by the syntax binding of EN 16931-3-3. Elements are found by local names. */

const addressOf = (party: Node | undefined): ReceivedAddress => {
  const at = find(party, 'PostalTradeAddress');
  return {
    line1: text(at, 'LineOne'),
    line2: text(at, 'LineTwo'),
    line3: text(at, 'LineThree'),
    city: text(at, 'CityName'),
    zip: text(at, 'PostcodeCode'),
    region: text(at, 'CountrySubDivisionName'),
    country: text(at, 'CountryID'),
  };
};

const registered = (party: Node | undefined, scheme: string): string => {
  const found = findAll(party, 'SpecifiedTaxRegistration').find((one) => find(one, 'ID')?.attributes['schemeID'] === scheme);
  return text(found, 'ID');
};

function partyOf(party: Node | undefined): ReceivedParty {
  const contact = find(party, 'DefinedTradeContact');
  const endpoint = find(party, 'URIUniversalCommunication', 'URIID');
  return {
    name: text(party, 'Name'),
    tradingName: text(party, 'SpecifiedLegalOrganization/TradingBusinessName'),
    id: text(party, 'GlobalID') || text(party, 'ID'),
    registerNo: text(party, 'SpecifiedLegalOrganization/ID'),
    vatId: registered(party, 'VA'),
    taxNo: registered(party, 'FC'),
    legal: text(party, 'Description'),
    endpoint: tidy(endpoint?.text ?? ''),
    endpointScheme: endpoint?.attributes['schemeID'] ?? '',
    address: addressOf(party),
    contact: {
      name: text(contact, 'PersonName') || text(contact, 'DepartmentName'),
      phone: text(contact, 'TelephoneUniversalCommunication/CompleteNumber'),
      email: text(contact, 'EmailURIUniversalCommunication/URIID'),
    },
  };
}

const allowanceOf = (one: Node): ReceivedAllowance => ({
  isCharge: text(one, 'ChargeIndicator/Indicator') === 'true',
  amount: hundredths(one, 'ActualAmount') ?? 0,
  base: hundredths(one, 'BasisAmount'),
  percent: hundredths(one, 'CalculationPercent'),
  category: text(one, 'CategoryTradeTax/CategoryCode'),
  rate: hundredths(one, 'CategoryTradeTax/RateApplicablePercent'),
  reason: text(one, 'Reason'),
  reasonCode: text(one, 'ReasonCode'),
});

function periodOf(node: Node | undefined): { from: string; to: string } | null {
  const period = find(node, 'BillingSpecifiedPeriod');
  if (!period) return null;
  return { from: day(period, 'StartDateTime/DateTimeString'), to: day(period, 'EndDateTime/DateTimeString') };
}

function lineOf(line: Node): ReceivedLine {
  const product = find(line, 'SpecifiedTradeProduct');
  const agreement = find(line, 'SpecifiedLineTradeAgreement');
  const delivery = find(line, 'SpecifiedLineTradeDelivery');
  const settlement = find(line, 'SpecifiedLineTradeSettlement');
  const price = find(agreement, 'NetPriceProductTradePrice');
  return {
    id: text(line, 'AssociatedDocumentLineDocument/LineID'),
    note: text(line, 'AssociatedDocumentLineDocument/IncludedNote/Content'),
    name: text(product, 'Name'),
    description: text(product, 'Description'),
    sellerItem: text(product, 'SellerAssignedID'),
    buyerItem: text(product, 'BuyerAssignedID'),
    standardItem: text(product, 'GlobalID'),
    orderLine: text(agreement, 'BuyerOrderReferencedDocument/LineID'),
    object: text(settlement, 'AdditionalReferencedDocument/IssuerAssignedID'),
    qty: decimal(delivery, 'BilledQuantity'),
    unitCode: find(delivery, 'BilledQuantity')?.attributes['unitCode'] ?? '',
    price: decimal(price, 'ChargeAmount'),
    baseQty: decimal(price, 'BasisQuantity'),
    net: hundredths(settlement, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount') ?? 0,
    category: text(settlement, 'ApplicableTradeTax/CategoryCode'),
    rate: hundredths(settlement, 'ApplicableTradeTax/RateApplicablePercent'),
    allowances: findAll(settlement, 'SpecifiedTradeAllowanceCharge').map(allowanceOf),
    period: periodOf(settlement),
    attributes: findAll(product, 'ApplicableProductCharacteristic').map((one) => ({
      name: text(one, 'Description'),
      value: text(one, 'Value'),
    })),
  };
}

const attachmentOf = (one: Node) => {
  const file = find(one, 'AttachmentBinaryObject');
  return {
    id: text(one, 'IssuerAssignedID'),
    name: file?.attributes['filename'] ?? '',
    mime: file?.attributes['mimeCode'] ?? '',
    about: text(one, 'Name'),
    size: file ? base64Size(file.text) : null,
    url: text(one, 'URIID'),
  };
};

function paymentOf(settlement: Node | undefined): ReceivedInvoice['payment'] {
  const means = findAll(settlement, 'SpecifiedTradeSettlementPaymentMeans');
  const [first] = means;
  return {
    means: text(first, 'TypeCode'),
    meansText: text(first, 'Information'),
    reference: text(settlement, 'PaymentReference'),
    accounts: means.flatMap((one) => {
      const account = find(one, 'PayeePartyCreditorFinancialAccount');
      const iban = (text(account, 'IBANID') || text(account, 'ProprietaryID')).replaceAll(/\s/g, '');
      const bic = text(one, 'PayeeSpecifiedCreditorFinancialInstitution/BICID');
      return iban === '' ? [] : [{ iban, holder: text(account, 'AccountName'), bic }];
    }),
    mandate: findAll(settlement, 'SpecifiedTradePaymentTerms')
      .map((one) => text(one, 'DirectDebitMandateID'))
      .join(''),
    creditor: text(settlement, 'CreditorReferenceID'),
    debited: text(first, 'PayerPartyDebtorFinancialAccount/IBANID'),
  };
}

/** BT-110 is in the currency of the document, BT-111 in the other one. */
function taxTotals(sums: Node | undefined, currency: string): { tax: number | null; houseTax: number | null } {
  const totals = findAll(sums, 'TaxTotalAmount');
  const own = totals.find(({ attributes }) => (attributes['currencyID'] ?? currency) === currency);
  const other = totals.find((one) => one !== own);
  const amount = (node: Node | undefined): number | null => (node && node.text.trim() !== '' ? scaled(node, 2) : null);
  return { tax: amount(own), houseTax: amount(other) };
}

/** @throws EInvoiceError with line and reason */
export function* readCii(root: Node): Steps<Omit<ReceivedInvoice, 'inside'>> {
  const [head, trade] = [find(root, 'ExchangedDocument'), find(root, 'SupplyChainTradeTransaction')];
  const agreement = find(trade, 'ApplicableHeaderTradeAgreement');
  const delivery = find(trade, 'ApplicableHeaderTradeDelivery');
  const settlement = find(trade, 'ApplicableHeaderTradeSettlement');
  const sums = find(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const lines = findAll(trade, 'IncludedSupplyChainTradeLineItem');
  if (lines.length > MAX_E_INVOICE_LINES) fail('tooManyLines', { line: root.line, max: MAX_E_INVOICE_LINES });
  const context = find(root, 'ExchangedDocumentContext');
  const at = head?.line ?? root.line;
  const currency = required(text(settlement, 'InvoiceCurrencyCode'), 'BT-5', settlement?.line ?? at);
  const terms = findAll(settlement, 'SpecifiedTradePaymentTerms');
  const references = findAll(agreement, 'AdditionalReferencedDocument');
  const ofType = (code: string): string =>
    text(
      references.find((one) => text(one, 'TypeCode') === code),
      'IssuerAssignedID',
    );
  return {
    syntax: 'cii',
    profile: text(context, 'GuidelineSpecifiedDocumentContextParameter/ID'),
    process: text(context, 'BusinessProcessSpecifiedDocumentContextParameter/ID'),
    no: required(text(head, 'ID'), 'BT-1', at),
    issueDate: required(day(head, 'IssueDateTime/DateTimeString'), 'BT-2', at),
    typeCode: required(text(head, 'TypeCode'), 'BT-3', at),
    currency,
    taxCurrency: text(settlement, 'TaxCurrencyCode'),
    taxPoint: day(settlement, 'ApplicableTradeTax/TaxPointDate/DateString'),
    dueDate: terms.map((one) => day(one, 'DueDateDateTime/DateTimeString')).find(Boolean) ?? '',
    buyerReference: text(agreement, 'BuyerReference'),
    project: text(agreement, 'SpecifiedProcuringProject/ID'),
    contract: text(agreement, 'ContractReferencedDocument/IssuerAssignedID'),
    order: text(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    salesOrder: text(agreement, 'SellerOrderReferencedDocument/IssuerAssignedID'),
    receipt: text(delivery, 'ReceivingAdviceReferencedDocument/IssuerAssignedID'),
    despatch: text(delivery, 'DespatchAdviceReferencedDocument/IssuerAssignedID'),
    tender: ofType('50'),
    accounting: text(settlement, 'ReceivableSpecifiedTradeAccountingAccount/ID'),
    terms: terms
      .map((one) => text(one, 'Description'))
      .filter(Boolean)
      .join('\n'),
    notes: findAll(head, 'IncludedNote')
      .map((one) => text(one, 'Content'))
      .filter(Boolean),
    preceding: findAll(settlement, 'InvoiceReferencedDocument').map((one) => ({
      no: text(one, 'IssuerAssignedID'),
      issueDate: day(one, 'FormattedIssueDateTime/DateTimeString'),
    })),
    seller: partyOf(find(agreement, 'SellerTradeParty')),
    buyer: partyOf(find(agreement, 'BuyerTradeParty')),
    payee: text(settlement, 'PayeeTradeParty/Name'),
    representative: {
      name: text(agreement, 'SellerTaxRepresentativeTradeParty/Name'),
      vatId: registered(find(agreement, 'SellerTaxRepresentativeTradeParty'), 'VA'),
    },
    delivery: {
      name: text(delivery, 'ShipToTradeParty/Name'),
      date: day(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString'),
      address: addressOf(find(delivery, 'ShipToTradeParty')),
    },
    period: periodOf(settlement),
    payment: paymentOf(settlement),
    allowances: findAll(settlement, 'SpecifiedTradeAllowanceCharge').map(allowanceOf),
    vat: findAll(settlement, 'ApplicableTradeTax').map((one) => ({
      category: text(one, 'CategoryCode'),
      rate: hundredths(one, 'RateApplicablePercent') ?? 0,
      base: hundredths(one, 'BasisAmount') ?? 0,
      tax: hundredths(one, 'CalculatedAmount') ?? 0,
      reason: text(one, 'ExemptionReason'),
      reasonCode: text(one, 'ExemptionReasonCode'),
    })),
    totals: {
      lines: hundredths(sums, 'LineTotalAmount'),
      allowances: hundredths(sums, 'AllowanceTotalAmount'),
      charges: hundredths(sums, 'ChargeTotalAmount'),
      net: hundredths(sums, 'TaxBasisTotalAmount'),
      ...taxTotals(sums, currency),
      gross: hundredths(sums, 'GrandTotalAmount'),
      paid: hundredths(sums, 'TotalPrepaidAmount'),
      rounding: hundredths(sums, 'RoundingAmount'),
      due: hundredths(sums, 'DuePayableAmount'),
    },
    attachments: references.filter((one) => text(one, 'TypeCode') === '916').map(attachmentOf),
    lines: yield* mapInSteps(lines, lineOf),
  };
}
