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
import { base64Size, day, decimal, hundredths, required, text, tidy } from './values.ts';

/** Reads Invoice and CreditNote of UBL 2.1 (OASIS) by the syntax binding of EN 16931-3-2. Elements are found by local names. */

const addressOf = (at: Node | undefined): ReceivedAddress => ({
  line1: text(at, 'StreetName'),
  line2: text(at, 'AdditionalStreetName'),
  line3: text(at, 'AddressLine/Line'),
  city: text(at, 'CityName'),
  zip: text(at, 'PostalZone'),
  region: text(at, 'CountrySubentity'),
  country: text(at, 'Country/IdentificationCode'),
});

const isVat = (scheme: Node): boolean => text(scheme, 'TaxScheme/ID') === 'VAT';

function partyOf(of: Node | undefined): ReceivedParty {
  const party = find(of, 'Party') ?? of;
  const [legal, contact, endpoint] = [find(party, 'PartyLegalEntity'), find(party, 'Contact'), find(party, 'EndpointID')];
  const schemes = findAll(party, 'PartyTaxScheme');
  // The creditor identifier of a direct debit stands among the identifiers of the party (BT-90).
  const own = findAll(party, 'PartyIdentification').find((one) => find(one, 'ID')?.attributes['schemeID'] !== 'SEPA');
  const name = text(legal, 'RegistrationName');
  const shown = text(party, 'PartyName/Name');
  return {
    name: name || shown,
    tradingName: name === '' ? '' : shown,
    id: text(own, 'ID'),
    registerNo: text(legal, 'CompanyID'),
    vatId: text(schemes.find(isVat), 'CompanyID'),
    taxNo: text(
      schemes.find((one) => !isVat(one)),
      'CompanyID',
    ),
    legal: text(legal, 'CompanyLegalForm'),
    endpoint: tidy(endpoint?.text ?? ''),
    endpointScheme: endpoint?.attributes['schemeID'] ?? '',
    address: addressOf(find(party, 'PostalAddress')),
    contact: { name: text(contact, 'Name'), phone: text(contact, 'Telephone'), email: text(contact, 'ElectronicMail') },
  };
}

const allowanceOf = (one: Node): ReceivedAllowance => ({
  isCharge: text(one, 'ChargeIndicator') === 'true',
  amount: hundredths(one, 'Amount') ?? 0,
  base: hundredths(one, 'BaseAmount'),
  percent: hundredths(one, 'MultiplierFactorNumeric'),
  category: text(one, 'TaxCategory/ID'),
  rate: hundredths(one, 'TaxCategory/Percent'),
  reason: text(one, 'AllowanceChargeReason'),
  reasonCode: text(one, 'AllowanceChargeReasonCode'),
});

function periodOf(node: Node | undefined): { from: string; to: string } | null {
  const period = find(node, 'InvoicePeriod');
  const [from, to] = [day(period, 'StartDate'), day(period, 'EndDate')];
  return from === '' && to === '' ? null : { from, to };
}

const lineOf =
  (isCredit: boolean) =>
  (line: Node): ReceivedLine => {
    const quantity = isCredit ? 'CreditedQuantity' : 'InvoicedQuantity';
    const [item, price] = [find(line, 'Item'), find(line, 'Price')];
    return {
      id: text(line, 'ID'),
      note: text(line, 'Note'),
      name: text(item, 'Name'),
      description: text(item, 'Description'),
      sellerItem: text(item, 'SellersItemIdentification/ID'),
      buyerItem: text(item, 'BuyersItemIdentification/ID'),
      standardItem: text(item, 'StandardItemIdentification/ID'),
      orderLine: text(line, 'OrderLineReference/LineID'),
      object: text(line, 'DocumentReference/ID'),
      qty: decimal(line, quantity),
      unitCode: find(line, quantity)?.attributes['unitCode'] ?? '',
      price: decimal(price, 'PriceAmount'),
      baseQty: decimal(price, 'BaseQuantity'),
      net: hundredths(line, 'LineExtensionAmount') ?? 0,
      category: text(item, 'ClassifiedTaxCategory/ID'),
      rate: hundredths(item, 'ClassifiedTaxCategory/Percent'),
      allowances: findAll(line, 'AllowanceCharge').map(allowanceOf),
      period: periodOf(line),
      attributes: findAll(item, 'AdditionalItemProperty').map((one) => ({ name: text(one, 'Name'), value: text(one, 'Value') })),
    };
  };

const attachmentOf = (one: Node) => {
  const file = find(one, 'Attachment', 'EmbeddedDocumentBinaryObject');
  return {
    id: text(one, 'ID'),
    name: file?.attributes['filename'] ?? '',
    mime: file?.attributes['mimeCode'] ?? '',
    about: text(one, 'DocumentDescription'),
    size: file ? base64Size(file.text) : null,
    url: text(one, 'Attachment/ExternalReference/URI'),
  };
};

function paymentOf(root: Node): ReceivedInvoice['payment'] {
  const means = findAll(root, 'PaymentMeans');
  const [first] = means;
  const seller = find(root, 'AccountingSupplierParty', 'Party');
  const creditor = [...findAll(seller, 'PartyIdentification'), ...findAll(find(root, 'PayeeParty'), 'PartyIdentification')].find(
    (one) => find(one, 'ID')?.attributes['schemeID'] === 'SEPA',
  );
  return {
    means: text(first, 'PaymentMeansCode'),
    meansText: find(first, 'PaymentMeansCode')?.attributes['name'] ?? '',
    reference: text(first, 'PaymentID'),
    accounts: means.flatMap((one) => {
      const account = find(one, 'PayeeFinancialAccount');
      const iban = text(account, 'ID').replaceAll(/\s/g, '');
      return iban === '' ? [] : [{ iban, holder: text(account, 'Name'), bic: text(account, 'FinancialInstitutionBranch/ID') }];
    }),
    mandate: text(first, 'PaymentMandate/ID'),
    creditor: text(creditor, 'ID'),
    debited: text(first, 'PaymentMandate/PayerFinancialAccount/ID'),
  };
}

/** BT-110 with its groups is in the currency of the document; BT-111 stands in a total of its own. */
function taxOf(root: Node, currency: string) {
  const totals = findAll(root, 'TaxTotal');
  const currencyOf = (one: Node): string => find(one, 'TaxAmount')?.attributes['currencyID'] ?? currency;
  const own = totals.find((one) => currencyOf(one) === currency);
  const other = totals.find((one) => one !== own);
  return {
    tax: hundredths(own, 'TaxAmount'),
    houseTax: hundredths(other, 'TaxAmount'),
    vat: findAll(own, 'TaxSubtotal').map((one) => ({
      category: text(one, 'TaxCategory/ID'),
      rate: hundredths(one, 'TaxCategory/Percent') ?? 0,
      base: hundredths(one, 'TaxableAmount') ?? 0,
      tax: hundredths(one, 'TaxAmount') ?? 0,
      reason: text(one, 'TaxCategory/TaxExemptionReason'),
      reasonCode: text(one, 'TaxCategory/TaxExemptionReasonCode'),
    })),
  };
}

/** @throws EInvoiceError with line and reason */
export function* readUbl(root: Node): Steps<Omit<ReceivedInvoice, 'inside'>> {
  const isCredit = root.name === 'CreditNote';
  const lines = findAll(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine');
  if (lines.length > MAX_E_INVOICE_LINES) fail('tooManyLines', { line: root.line, max: MAX_E_INVOICE_LINES });
  const currency = required(text(root, 'DocumentCurrencyCode'), 'BT-5', root.line);
  const sums = find(root, 'LegalMonetaryTotal');
  const { tax, houseTax, vat } = taxOf(root, currency);
  const references = findAll(root, 'AdditionalDocumentReference');
  return {
    syntax: 'ubl',
    profile: text(root, 'CustomizationID'),
    process: text(root, 'ProfileID'),
    no: required(text(root, 'ID'), 'BT-1', root.line),
    issueDate: required(day(root, 'IssueDate'), 'BT-2', root.line),
    typeCode: required(text(root, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'), 'BT-3', root.line),
    currency,
    taxCurrency: text(root, 'TaxCurrencyCode'),
    taxPoint: day(root, 'TaxPointDate'),
    dueDate: day(root, 'DueDate') || day(root, 'PaymentMeans/PaymentDueDate'),
    buyerReference: text(root, 'BuyerReference'),
    project: text(root, 'ProjectReference/ID'),
    contract: text(root, 'ContractDocumentReference/ID'),
    order: text(root, 'OrderReference/ID'),
    salesOrder: text(root, 'OrderReference/SalesOrderID'),
    receipt: text(root, 'ReceiptDocumentReference/ID'),
    despatch: text(root, 'DespatchDocumentReference/ID'),
    tender: text(root, 'OriginatorDocumentReference/ID'),
    accounting: text(root, 'AccountingCost'),
    terms: findAll(root, 'PaymentTerms')
      .map((one) => text(one, 'Note'))
      .filter(Boolean)
      .join('\n'),
    notes: findAll(root, 'Note')
      .map((one) => tidy(one.text))
      .filter(Boolean),
    preceding: findAll(root, 'BillingReference').map((one) => ({
      no: text(one, 'InvoiceDocumentReference/ID'),
      issueDate: day(one, 'InvoiceDocumentReference/IssueDate'),
    })),
    seller: partyOf(find(root, 'AccountingSupplierParty')),
    buyer: partyOf(find(root, 'AccountingCustomerParty')),
    payee: text(root, 'PayeeParty/PartyName/Name'),
    representative: {
      name: text(root, 'TaxRepresentativeParty/PartyName/Name'),
      vatId: text(root, 'TaxRepresentativeParty/PartyTaxScheme/CompanyID'),
    },
    delivery: {
      name: text(root, 'Delivery/DeliveryParty/PartyName/Name'),
      date: day(root, 'Delivery/ActualDeliveryDate'),
      address: addressOf(find(root, 'Delivery', 'DeliveryLocation', 'Address')),
    },
    period: periodOf(root),
    payment: paymentOf(root),
    allowances: findAll(root, 'AllowanceCharge').map(allowanceOf),
    vat,
    totals: {
      lines: hundredths(sums, 'LineExtensionAmount'),
      allowances: hundredths(sums, 'AllowanceTotalAmount'),
      charges: hundredths(sums, 'ChargeTotalAmount'),
      net: hundredths(sums, 'TaxExclusiveAmount'),
      tax,
      houseTax,
      gross: hundredths(sums, 'TaxInclusiveAmount'),
      paid: hundredths(sums, 'PrepaidAmount'),
      rounding: hundredths(sums, 'PayableRoundingAmount'),
      due: hundredths(sums, 'PayableAmount'),
    },
    attachments: references.filter((one) => find(one, 'Attachment') !== undefined).map(attachmentOf),
    lines: yield* mapInSteps(lines, lineOf(isCredit)),
  };
}
