import type { Semantic, Terms } from './terms.ts';
import { all, at, type Element, everyElement, readXml, textAt } from './xml.ts';

/** Reads UBL 2.1 by the syntax binding of EN 16931-3-2. */

const address = (place: Element | undefined, [line1, line2, line3, city, zip, country]: readonly string[]): Terms => ({
  [String(line1)]: textAt(place, 'cbc:StreetName'),
  [String(line2)]: textAt(place, 'cbc:AdditionalStreetName'),
  [String(line3)]: textAt(place, 'cac:AddressLine/cbc:Line'),
  [String(city)]: textAt(place, 'cbc:CityName'),
  [String(zip)]: textAt(place, 'cbc:PostalZone'),
  [String(country)]: textAt(place, 'cac:Country/cbc:IdentificationCode'),
});
const taxId = (party: Element | undefined, isVat: boolean): string | undefined =>
  textAt(
    all(party, 'cac:PartyTaxScheme').find((scheme) => (textAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT') === isVat),
    'cbc:CompanyID',
  );

const lineOf =
  (isCredit: boolean) =>
  (line: Element): Terms => {
    const allowance = at(line, 'cac:AllowanceCharge');
    const quantity = isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity';
    return {
      'BT-126': textAt(line, 'cbc:ID'),
      'BT-153': textAt(line, 'cac:Item/cbc:Name'),
      'BT-154': textAt(line, 'cac:Item/cbc:Description'),
      'BT-146': textAt(line, 'cac:Price/cbc:PriceAmount'),
      'BT-129': textAt(line, quantity),
      'BT-130': at(line, quantity)?.attributes['unitCode'],
      'BT-151': textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
      'BT-152': textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
      'BT-131': textAt(line, 'cbc:LineExtensionAmount'),
      'BT-134': textAt(line, 'cac:InvoicePeriod/cbc:StartDate'),
      'BT-135': textAt(line, 'cac:InvoicePeriod/cbc:EndDate'),
      'BG-27': textAt(allowance, 'cbc:ChargeIndicator'),
      'BT-136': textAt(allowance, 'cbc:Amount'),
      'BT-137': textAt(allowance, 'cbc:BaseAmount'),
      'BT-138': textAt(allowance, 'cbc:MultiplierFactorNumeric'),
      'BT-139': textAt(allowance, 'cbc:AllowanceChargeReason'),
      'BT-140': textAt(allowance, 'cbc:AllowanceChargeReasonCode'),
    };
  };

/** Amounts carry the currency of the document, but BT-111 (UBL-CR, BR-53). */
function checkCurrencies(root: Element, currency: string | undefined, other: Element | undefined): void {
  for (const element of everyElement(root)) {
    const { currencyID } = element.attributes;
    if (currencyID !== undefined && currencyID !== currency && element !== other) throw new Error(`${element.name} in ${currencyID}`);
  }
}

export function readUbl(source: string): Semantic {
  const root = readXml(source);
  const isCredit = root.name === 'CreditNote';
  if (!isCredit && root.name !== 'Invoice') throw new Error(`not UBL: ${root.name}`);
  const [seller, buyer] = [at(root, 'cac:AccountingSupplierParty/cac:Party'), at(root, 'cac:AccountingCustomerParty/cac:Party')];
  const means = at(root, 'cac:PaymentMeans');
  const totals = all(root, 'cac:TaxTotal');
  const own = totals.find((total) => at(total, 'cac:TaxSubtotal'));
  const other = totals.find((total) => !at(total, 'cac:TaxSubtotal'));
  const sums = at(root, 'cac:LegalMonetaryTotal');
  const currency = textAt(root, 'cbc:DocumentCurrencyCode');
  checkCurrencies(root, currency, at(other, 'cbc:TaxAmount'));
  const head: Terms = {
    'BT-1': textAt(root, 'cbc:ID'),
    'BT-2': textAt(root, 'cbc:IssueDate'),
    'BT-3': textAt(root, isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode'),
    'BT-5': currency,
    'BT-6': textAt(root, 'cbc:TaxCurrencyCode'),
    'BT-9': isCredit ? textAt(means, 'cbc:PaymentDueDate') : textAt(root, 'cbc:DueDate'),
    'BT-10': textAt(root, 'cbc:BuyerReference'),
    'BT-13': textAt(root, 'cac:OrderReference/cbc:ID'),
    'BT-20': textAt(root, 'cac:PaymentTerms/cbc:Note'),
    'BT-22': textAt(root, 'cbc:Note'),
    'BT-23': textAt(root, 'cbc:ProfileID'),
    'BT-24': textAt(root, 'cbc:CustomizationID'),
    'BT-25': textAt(root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
    'BT-26': textAt(root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate'),
    'BT-27': textAt(seller, 'cac:PartyLegalEntity/cbc:RegistrationName'),
    'BT-28': textAt(seller, 'cac:PartyName/cbc:Name'),
    'BT-29': textAt(seller, 'cac:PartyIdentification/cbc:ID'),
    'BT-30': textAt(seller, 'cac:PartyLegalEntity/cbc:CompanyID'),
    'BT-31': taxId(seller, true),
    'BT-32': taxId(seller, false),
    'BT-33': textAt(seller, 'cac:PartyLegalEntity/cbc:CompanyLegalForm'),
    'BT-34': textAt(seller, 'cbc:EndpointID'),
    'BT-34-scheme': at(seller, 'cbc:EndpointID')?.attributes['schemeID'],
    ...address(at(seller, 'cac:PostalAddress'), ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-40']),
    'BT-41': textAt(seller, 'cac:Contact/cbc:Name'),
    'BT-42': textAt(seller, 'cac:Contact/cbc:Telephone'),
    'BT-43': textAt(seller, 'cac:Contact/cbc:ElectronicMail'),
    'BT-44': textAt(buyer, 'cac:PartyLegalEntity/cbc:RegistrationName'),
    'BT-46': textAt(buyer, 'cac:PartyIdentification/cbc:ID'),
    'BT-48': taxId(buyer, true),
    'BT-49': textAt(buyer, 'cbc:EndpointID'),
    'BT-49-scheme': at(buyer, 'cbc:EndpointID')?.attributes['schemeID'],
    ...address(at(buyer, 'cac:PostalAddress'), ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-55']),
    'BT-72': textAt(root, 'cac:Delivery/cbc:ActualDeliveryDate'),
    ...address(at(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address'), ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-80']),
    'BT-73': textAt(root, 'cac:InvoicePeriod/cbc:StartDate'),
    'BT-74': textAt(root, 'cac:InvoicePeriod/cbc:EndDate'),
    'BT-81': textAt(means, 'cbc:PaymentMeansCode'),
    'BT-83': textAt(means, 'cbc:PaymentID'),
    'BT-84': textAt(means, 'cac:PayeeFinancialAccount/cbc:ID'),
    'BT-85': textAt(means, 'cac:PayeeFinancialAccount/cbc:Name'),
    'BT-86': textAt(means, 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID'),
    'BT-106': textAt(sums, 'cbc:LineExtensionAmount'),
    'BT-109': textAt(sums, 'cbc:TaxExclusiveAmount'),
    'BT-110': textAt(own, 'cbc:TaxAmount'),
    'BT-110-currency': at(own, 'cbc:TaxAmount')?.attributes['currencyID'],
    'BT-111': textAt(other, 'cbc:TaxAmount'),
    'BT-111-currency': at(other, 'cbc:TaxAmount')?.attributes['currencyID'],
    'BT-112': textAt(sums, 'cbc:TaxInclusiveAmount'),
    'BT-115': textAt(sums, 'cbc:PayableAmount'),
  };
  return {
    head,
    vat: all(own, 'cac:TaxSubtotal').map((group) => ({
      'BT-116': textAt(group, 'cbc:TaxableAmount'),
      'BT-117': textAt(group, 'cbc:TaxAmount'),
      'BT-118': textAt(group, 'cac:TaxCategory/cbc:ID'),
      'BT-119': textAt(group, 'cac:TaxCategory/cbc:Percent'),
      'BT-120': textAt(group, 'cac:TaxCategory/cbc:TaxExemptionReason'),
      'BT-121': textAt(group, 'cac:TaxCategory/cbc:TaxExemptionReasonCode'),
    })),
    lines: all(root, isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine').map(lineOf(isCredit)),
    counts: {
      notes: all(root, 'cbc:Note').length,
      payments: all(root, 'cac:PaymentMeans').length,
      taxTotals: totals.length,
      taxTotalsWithGroups: totals.filter((total) => at(total, 'cac:TaxSubtotal')).length,
    },
    empty: everyElement(root)
      .filter(({ text, children }) => children.length === 0 && text.trim() === '')
      .map(({ name }) => name),
  };
}
