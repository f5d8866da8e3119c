import type { DocumentName } from '#contract/printing/documents';

/** Data of every document, short and long, made of a seed: the same seed prints the same paper. */

const house = {
  name: 'Kontor Lagerhaus Hamburg GmbH',
  address: { streetName: 'Am Sandtorkai', streetNumber: '37', zip: '20457', city: 'Hamburg', country: 'DE', phone: '+49 40 123456' },
  vatId: 'DE123456789',
  bank: 'Hamburger Sparkasse · IBAN DE02 2005 0550 1015 8717 15',
};
const ADDRESSES = [
  { name1: 'Bo', streetName: 'Å', streetNumber: '1', zip: '', city: 'Ii', country: 'FI' },
  {
    name1: 'Łucja Wiśniewska-Brzęczyszczykiewicz',
    name2: 'Grüße & Söhne Internationale Großhandelsgesellschaft mbH',
    streetName: 'Donaudampfschifffahrtsgesellschaftsstraße',
    streetNumber: '128a',
    zip: '80331',
    city: 'München',
    country: 'DE',
  },
  {
    name1: '上海通达国际货运代理有限公司',
    streetName: '浦东新区张江高科技园区博云路',
    streetNumber: '2号',
    zip: '201203',
    city: '上海',
    country: 'CN',
  },
  { name1: 'Георги Димитров', streetName: 'бул. Цар Освободител', streetNumber: '15', zip: '1000', city: 'София', country: 'BG' },
];
const NAMES = [
  'T',
  'Queso Cabrales',
  '便携式蓝牙音箱（防水型，黑色，含充电线和收纳袋）'.repeat(5),
  'Kaffeemühle mit Kegelmahlwerk, elektrisch, Edelstahl gebürstet, 250 g Bohnenbehälter, mit Aufbewahrungsdose und Reinigungspinsel',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3),
];
const NUMBERS = ['A1', 'PL-102477', 'K-2026-004711', '00340433836442636597', 'WAREHOUSE-HH-2026-11-004711-L1'];

const pick = <T>(all: readonly T[], n: number): T => all[((n * 2_654_435_761) >>> 8) % all.length]!;

type Made = { record: Record<string, unknown> /** What stands in each row and nowhere else. */; marks: string[]; list: string };

/** A record of a document with `count` lines. */
export function make(document: DocumentName, count: number, seed: number): Made {
  const at = (i: number): number => seed * 7919 + i;
  const number = pick(NUMBERS, seed);
  const marks = Array.from({ length: count }, (_, i) => `M${seed}x${i}x`);
  const line = (i: number) => ({
    sku: marks[i],
    name: pick(NAMES, at(i)),
    code: i % 3 ? '4012345678901' : '',
    qty: 1 + ((at(i) * 7) % 23),
    short: i % 11 === 3 ? 2 : null,
    serials: i % 5 === 2 ? Array.from({ length: 1 + (i % 4) }, (_, k) => `SN${i}-${k}`) : [],
    lot: i % 4 ? '' : `L26-${i}`,
    expiry: i % 4 ? '' : '2027-03-31',
    place: `AB-${i % 60}-0${i % 6}`,
    places: 'AA-01-01, AB-12-03',
    zone: `Halle ${Math.floor(i / 17)}`,
    order: 'K-2026-004711',
    slot: `A${i % 9}`,
    orders: i % 7,
    parcel: 'P-1',
    received: null,
    no: marks[i],
    trackingNo: '00340433836442636597',
    consignee: pick(ADDRESSES, at(i)).name1,
    city: 'München',
    zip: '80331',
    country: 'DE',
    kind: 'Palette',
    packages: 1 + (i % 3),
    weight: 1000 + ((at(i) * 37) % 29_000),
    volume: 24_000_000 + i * 1_000_000,
    dangerGoods: i % 13 === 5,
    loaded: document === 'loadingList',
    marks: marks[i],
    packing: 'Palette',
    nature: pick(NAMES, at(i)),
    statNo: '85182200',
    pos: i + 1,
    text: pick(NAMES, at(i)),
    note: marks[i],
    unit: 'Stück',
    price: 1999 + i + (i % 3) * 0.25,
    discount: i % 4 ? null : 1250,
    vatRate: i % 2 ? 1900 : 0,
    net: (1 + (i % 9)) * (1999 + i),
  });
  const lines = Array.from({ length: count }, (_, i) => line(i));
  const list =
    document === 'loadingList' ? 'parcels' : document === 'cmr' ? 'goods' : document === 'proofOfDelivery' ? 'packages' : 'lines';
  const sum = lines.reduce((all, { net }) => all + net, 0);
  const [from, to, carrier] = [pick(ADDRESSES, at(1)), pick(ADDRESSES, at(2)), pick(ADDRESSES, at(3))];
  const record = {
    house,
    no: number,
    orderNo: number,
    retourNo: number,
    invoiceNo: number,
    title: 'Versand heute',
    printedAt: '2026-11-21T12:34',
    reference: pick(NUMBERS, at(4)),
    merchant: pick(['N', 'Northwind Traders'], at(5)),
    from,
    to,
    sender: from,
    consignee: to,
    picker: 'Li Wei',
    cart: 'W-07',
    vehicle: 'HH-KL 1234',
    plate: 'HH-NS 77',
    trailer: 'HH-NS 78',
    currency: 'EUR',
    receivedBy: 'Anna Groß',
    carrier: document === 'cmr' ? carrier : 'DHL Freight',
    order: seed % 2 ? 'international' : 'german',
    ...(document === 'cmr'
      ? { carriage: 'paid', cashOnDelivery: 'EUR 1.200,00', instructions: '清关由收货人办理。', adr: { un: 'UN 3481', label: '9A' } }
      : {}),
    net: sum,
    gross: sum,
    due: sum,
    vat: [{ rate: 1900, base: sum, tax: 0, note: 'Reverse Charge' }],
    terms: 'Zahlbar in 14 Tagen.',
    parcels: [],
    [list]: lines,
  };
  return { record, marks, list };
}
