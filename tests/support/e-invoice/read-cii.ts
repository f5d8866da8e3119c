import type { Semantic, Terms } from './terms.ts';
import { all, at, type Element, everyElement, readXml, textAt } from './xml.ts';

/** Reads Cross Industry Invoice by the syntax binding of EN 16931-3-3. */

const day = (from: Element | undefined, path: string): string | undefined => {
  const found = at(from, path);
  if (!found) return undefined;
  if (found.attributes['format'] !== '102' || !/^\d{8}$/.test(found.text)) throw new Error(`a date that is none: ${found.text}`);
  return found.text.replace(/(....)(..)(..)/, '$1-$2-$3');
};
const address = (party: Element | undefined, [line1, line2, line3, city, zip, country]: readonly string[]): Terms => {
  const place = at(party, 'ram:PostalTradeAddress');
  return {
    [String(line1)]: textAt(place, 'ram:LineOne'),
    [String(line2)]: textAt(place, 'ram:LineTwo'),
    [String(line3)]: textAt(place, 'ram:LineThree'),
    [String(city)]: textAt(place, 'ram:CityName'),
    [String(zip)]: textAt(place, 'ram:PostcodeCode'),
    [String(country)]: textAt(place, 'ram:CountryID'),
  };
};
const taxId = (party: Element | undefined, scheme: string): string | undefined =>
  all(party, 'ram:SpecifiedTaxRegistration/ram:ID').find(({ attributes }) => attributes['schemeID'] === scheme)?.text;

function lineOf(line: Element): Terms {
  const settlement = at(line, 'ram:SpecifiedLineTradeSettlement');
  const allowance = at(settlement, 'ram:SpecifiedTradeAllowanceCharge');
  return {
    'BT-126': textAt(line, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
    'BT-153': textAt(line, 'ram:SpecifiedTradeProduct/ram:Name'),
    'BT-154': textAt(line, 'ram:SpecifiedTradeProduct/ram:Description'),
    'BT-146': textAt(line, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
    'BT-129': textAt(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'),
    'BT-130': at(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')?.attributes['unitCode'],
    'BT-151': textAt(settlement, 'ram:ApplicableTradeTax/ram:CategoryCode'),
    'BT-152': textAt(settlement, 'ram:ApplicableTradeTax/ram:RateApplicablePercent'),
    'BT-131': textAt(settlement, 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'),
    'BT-134': day(settlement, 'ram:BillingSpecifiedPeriod/ram:StartDateTime/udt:DateTimeString'),
    'BT-135': day(settlement, 'ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString'),
    'BG-27': allowance ? textAt(allowance, 'ram:ChargeIndicator/udt:Indicator') : undefined,
    'BT-136': textAt(allowance, 'ram:ActualAmount'),
    'BT-137': textAt(allowance, 'ram:BasisAmount'),
    'BT-138': textAt(allowance, 'ram:CalculationPercent'),
    'BT-139': textAt(allowance, 'ram:Reason'),
    'BT-140': textAt(allowance, 'ram:ReasonCode'),
  };
}

export function readCii(source: string): Semantic {
  const root = readXml(source);
  if (root.name !== 'rsm:CrossIndustryInvoice') throw new Error(`not CII: ${root.name}`);
  const document = at(root, 'rsm:ExchangedDocument');
  const trade = at(root, 'rsm:SupplyChainTradeTransaction');
  const agreement = at(trade, 'ram:ApplicableHeaderTradeAgreement');
  const delivery = at(trade, 'ram:ApplicableHeaderTradeDelivery');
  const settlement = at(trade, 'ram:ApplicableHeaderTradeSettlement');
  const [seller, buyer] = [at(agreement, 'ram:SellerTradeParty'), at(agreement, 'ram:BuyerTradeParty')];
  const means = at(settlement, 'ram:SpecifiedTradeSettlementPaymentMeans');
  const sums = at(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation');
  const [own, other] = all(sums, 'ram:TaxTotalAmount');
  const head: Terms = {
    'BT-1': textAt(document, 'ram:ID'),
    'BT-2': day(document, 'ram:IssueDateTime/udt:DateTimeString'),
    'BT-3': textAt(document, 'ram:TypeCode'),
    'BT-5': textAt(settlement, 'ram:InvoiceCurrencyCode'),
    'BT-6': textAt(settlement, 'ram:TaxCurrencyCode'),
    'BT-9': day(settlement, 'ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString'),
    'BT-10': textAt(agreement, 'ram:BuyerReference'),
    'BT-13': textAt(agreement, 'ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID'),
    'BT-20': textAt(settlement, 'ram:SpecifiedTradePaymentTerms/ram:Description'),
    'BT-22': textAt(document, 'ram:IncludedNote/ram:Content'),
    'BT-23': textAt(root, 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
    'BT-24': textAt(root, 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
    'BT-25': textAt(settlement, 'ram:InvoiceReferencedDocument/ram:IssuerAssignedID'),
    'BT-26': day(settlement, 'ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString'),
    'BT-27': textAt(seller, 'ram:Name'),
    'BT-28': textAt(seller, 'ram:SpecifiedLegalOrganization/ram:TradingBusinessName'),
    'BT-29': textAt(seller, 'ram:ID'),
    'BT-30': textAt(seller, 'ram:SpecifiedLegalOrganization/ram:ID'),
    'BT-31': taxId(seller, 'VA'),
    'BT-32': taxId(seller, 'FC'),
    'BT-33': textAt(seller, 'ram:Description'),
    'BT-34': textAt(seller, 'ram:URIUniversalCommunication/ram:URIID'),
    'BT-34-scheme': at(seller, 'ram:URIUniversalCommunication/ram:URIID')?.attributes['schemeID'],
    ...address(seller, ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-40']),
    'BT-41': textAt(seller, 'ram:DefinedTradeContact/ram:PersonName'),
    'BT-42': textAt(seller, 'ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber'),
    'BT-43': textAt(seller, 'ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID'),
    'BT-44': textAt(buyer, 'ram:Name'),
    'BT-46': textAt(buyer, 'ram:ID'),
    'BT-48': taxId(buyer, 'VA'),
    'BT-49': textAt(buyer, 'ram:URIUniversalCommunication/ram:URIID'),
    'BT-49-scheme': at(buyer, 'ram:URIUniversalCommunication/ram:URIID')?.attributes['schemeID'],
    ...address(buyer, ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-55']),
    'BT-72': day(delivery, 'ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString'),
    ...address(at(delivery, 'ram:ShipToTradeParty'), ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-80']),
    'BT-73': day(settlement, 'ram:BillingSpecifiedPeriod/ram:StartDateTime/udt:DateTimeString'),
    'BT-74': day(settlement, 'ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString'),
    'BT-81': textAt(means, 'ram:TypeCode'),
    'BT-83': textAt(settlement, 'ram:PaymentReference'),
    'BT-84': textAt(means, 'ram:PayeePartyCreditorFinancialAccount/ram:IBANID'),
    'BT-85': textAt(means, 'ram:PayeePartyCreditorFinancialAccount/ram:AccountName'),
    'BT-86': textAt(means, 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID'),
    'BT-106': textAt(sums, 'ram:LineTotalAmount'),
    'BT-109': textAt(sums, 'ram:TaxBasisTotalAmount'),
    'BT-110': own?.text,
    'BT-110-currency': own?.attributes['currencyID'],
    'BT-111': other?.text,
    'BT-111-currency': other?.attributes['currencyID'],
    'BT-112': textAt(sums, 'ram:GrandTotalAmount'),
    'BT-115': textAt(sums, 'ram:DuePayableAmount'),
  };
  return {
    head,
    vat: all(settlement, 'ram:ApplicableTradeTax').map((group) => ({
      'BT-116': textAt(group, 'ram:BasisAmount'),
      'BT-117': textAt(group, 'ram:CalculatedAmount'),
      'BT-118': textAt(group, 'ram:CategoryCode'),
      'BT-119': textAt(group, 'ram:RateApplicablePercent'),
      'BT-120': textAt(group, 'ram:ExemptionReason'),
      'BT-121': textAt(group, 'ram:ExemptionReasonCode'),
    })),
    lines: all(trade, 'ram:IncludedSupplyChainTradeLineItem').map(lineOf),
    counts: {
      notes: all(document, 'ram:IncludedNote').length,
      payments: all(settlement, 'ram:SpecifiedTradeSettlementPaymentMeans').length,
      taxTotals: all(sums, 'ram:TaxTotalAmount').length,
      taxTotalsWithGroups: 1,
    },
    empty: everyElement(root)
      .filter(({ text, children }) => children.length === 0 && text.trim() === '')
      .map(({ name }) => name),
  };
}
