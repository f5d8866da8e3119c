/**
 * The columns of a file of orders: one row for each line of an order, with the number of the order in each. Names are compared without case,
 * spaces and signs; the first one is ours, the others are those of programs that many houses exchange files with.
 */
export const COLUMNS = {
  externalNo: ['order_no', 'order_number', 'order_id', 'Bestellnummer', 'Auftragsnummer'],
  orderedAt: ['ordered_at', 'order_date', 'Bestelldatum'],
  name1: ['name', 'name1', 'ship_to_name', 'recipient', 'Empfänger'],
  name2: ['name2', 'company', 'ship_to_company', 'Firma'],
  streetName: ['street', 'address1', 'ship_to_address1', 'Straße', 'Strasse'],
  streetNumber: ['house_no', 'house_number', 'Hausnummer'],
  addition: ['addition', 'address2', 'ship_to_address2', 'Zusatz'],
  zip: ['zip', 'postal_code', 'ship_to_zip', 'PLZ'],
  city: ['city', 'ship_to_city', 'Ort'],
  country: ['country', 'country_code', 'ship_to_country', 'Land'],
  phone: ['phone', 'ship_to_phone', 'Telefon'],
  email: ['email', 'ship_to_email', 'E-Mail'],
  carrier: ['carrier', 'ship_carrier', 'Versender'],
  service: ['service', 'ship_service'],
  priority: ['priority'],
  requestedShipAt: ['ship_at', 'ship_date', 'Versanddatum'],
  remark: ['remark', 'note', 'Bemerkung'],
  codAmount: ['cod_amount', 'cash_on_delivery', 'Nachnahme', 'Nachnahmebetrag'],
  insuredAmount: ['insured_amount', 'insured_value', 'Versicherungswert'],
  currency: ['currency', 'Währung'],
  line: ['line', 'line_no', 'line_number', 'Position'],
  sku: ['sku', 'item_sku', 'Artikelnummer'],
  qty: ['qty', 'quantity', 'Menge'],
  itemName: ['item_name', 'title', 'Bezeichnung'],
  price: ['price', 'unit_price', 'Preis'],
} as const satisfies Record<string, readonly string[]>;
export type Column = keyof typeof COLUMNS;

/** Columns that each row has for itself. The others belong to the order, and may stand in its first row only. */
export const OF_LINE: readonly Column[] = ['line', 'sku', 'qty', 'itemName', 'price'];
export const REQUIRED: readonly Column[] = ['externalNo', 'name1', 'sku', 'qty'];

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const BY_NAME = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) => names.map((name) => [plain(name), column as Column] as const)),
);

/** Which column of the file holds what. Names that are not known are left out. */
export function placesOf(header: readonly string[]): Map<Column, number> {
  const places = new Map<Column, number>();
  header.forEach((name, at) => {
    const column = BY_NAME.get(plain(name));
    if (column && !places.has(column)) places.set(column, at);
  });
  return places;
}
