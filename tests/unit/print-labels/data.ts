import fc from 'fast-check';
import { gs1CheckDigit, mod3736, postCheckDigit } from '#contract/core/barcode/check-digits';
import { CODE_TYPES } from '#contract/printing/codes';
import { PICTOGRAMS } from '#contract/printing/pictograms';
import type { LABEL_LAYOUTS } from '#print/layouts/labels/labels';

/** Random data of every label: names, streets and towns of twenty countries, codes as carriers and merchants make them. */

const PEOPLE = [
  ['DE', 'Käthe Größmann', 'Karl-Friedrich-von-Weizsäcker-Straße', '118a', '97816', 'Lohr am Main'],
  ['AT', 'Jörg Öttl', 'Dr.-Theodor-Körner-Gasse', '3/12', '6020', 'Innsbruck'],
  ['CH', 'Hansjürg Rüegg', 'Rue du Général-Dufour', '24', '1204', 'Genève'],
  ['FR', 'Françoise Lefèbvre-Dupré', 'Avenue de l’Hôtel-de-Ville', '7bis', '76600', 'Le Havre'],
  ['ES', 'Íñigo Núñez Ibáñez', 'Calle de Nuestra Señora de Guadalupe', '55', '28028', 'Madrid'],
  ['PT', 'João Guimarães', 'Rua da Conceição', '12', '1100-154', 'Lisboa'],
  ['IT', 'Nicolò D’Agostino', 'Via Sant’Angelo', '9', '00153', 'Roma'],
  ['PL', 'Małgorzata Żółć', 'ulica Świętokrzyska', '31/33A', '00-049', 'Łódź'],
  ['CZ', 'Jiří Dvořák', 'Náměstí Míru', '1', '120 00', 'Praha 2'],
  ['SK', 'Ľubomír Šťastný', 'Hviezdoslavovo námestie', '4', '811 02', 'Bratislava'],
  ['HU', 'Erzsébet Szőllősi', 'Erkel Ferenc utca', '8', '1092', 'Budapest'],
  ['RO', 'Ștefan Țurcanu', 'Strada Brătianu', '2', '010101', 'București'],
  ['TR', 'Şebnem Iğdır', 'İstiklâl Caddesi', '77', '34430', 'İstanbul'],
  ['SE', 'Åsa Öberg', 'Västra Hamngatan', '5', '411 17', 'Göteborg'],
  ['DK', 'Søren Kjærgård', 'Nørrebrogade', '44', '2200', 'København'],
  ['IS', 'Þórður Ægisson', 'Laugavegur', '18', '101', 'Reykjavík'],
  ['BG', 'Георги Димитров', 'бул. Цар Освободител', '15', '1000', 'София'],
  ['UA', 'Олена Щербакова', 'вулиця Хрещатик', '22', '01001', 'Київ'],
  ['GR', 'Ελένη Παπαδοπούλου', 'Οδός Βασιλίσσης Σοφίας', '2', '106 74', 'Αθήνα'],
  ['CN', '王小明', '浦东新区世纪大道', '1196号', '200120', '上海市'],
] as const;
const COMPANIES = [
  '',
  '',
  'Bo',
  'Internationale Großhandelsgesellschaft',
  'Elektrotechnik und Gerätebau mbH & Co. KG',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  '上海进出口贸易有限公司国际物流部',
  'Общество с ограниченной ответств.',
];

const { constantFrom, integer, record, constant, array, tuple, oneof } = fc;
const from = (letters: string, minLength: number, maxLength: number) =>
  array(constantFrom(...Array.from(letters)), { minLength, maxLength }).map((all) => all.join(''));
const digits = (length: number, most = length) => from('0123456789', length, most);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const word = (least: number, most: number) => from(`${LETTERS}0123456789-`, least, most);
const maybe = <T>(value: fc.Arbitrary<T>) => oneof(constant(undefined), value);
const checked = (length: number) => digits(length - 1).map((body) => body + gs1CheckDigit(body));
const sscc = checked(18);

const address = tuple(constantFrom(...PEOPLE), constantFrom(...COMPANIES), constantFrom(...COMPANIES), fc.boolean(), fc.boolean()).map(
  ([[country, name, streetName, streetNumber, zip, city], company, addition, known, phone]) => ({
    name1: company || name,
    name2: company ? name : '',
    addition,
    streetName,
    streetNumber,
    zip: known ? zip : '',
    city,
    country,
    phone: phone ? '+49 40 1234567-890' : '',
  }),
);
const date = tuple(integer({ min: 1, max: 12 }), integer({ min: 1, max: 28 })).map(
  ([month, day]) => `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
);
const tracking = oneof(
  digits(14),
  checked(20),
  digits(17).map((body) => `1Z${body.slice(0, 16)}`),
  word(8, 18),
  digits(8).map((body) => `RB${body}9DE`),
);
const routed = oneof(
  constant({ routingCode: '', routingCodeType: 'none' }),
  digits(27).map((body) => ({ routingCode: `%${body}${mod3736(body).slice(-1)}`.slice(0, 28), routingCodeType: 'code128' })),
  digits(13).map((body) => ({ routingCode: body + postCheckDigit(body), routingCodeType: 'leitcode' })),
  sscc.map((code) => ({ routingCode: `(00)${code}`, routingCodeType: 'gs1-128' })),
);
const weight = maybe(integer({ min: 1, max: 1_200_000 }));
const counted = tuple(integer({ min: 1, max: 99 }), integer({ min: 0, max: 20 })).map(([seq, more]) => ({ seq, of: seq + more }));
const names = constantFrom(
  'Waterproof hiking jacket, size XL, anthracite',
  'Kurz',
  '登山夹克 防水 黑色 加大码',
  'Schraubenschlüsselsatz, 12-teilig, Chrom-Vanadium',
  'Μπουφάν πεζοπορίας',
  'Чайник электрический 1,7 л',
);
const merchant = constantFrom('Northwind', '北风贸易', 'Großhandelsgesellschaft Süd', 'Żółw sp. z o.o.');

const parcel = tuple(
  record({
    from: address,
    to: address,
    carrier: constantFrom('DHL', 'DPD', 'Österreichische Post', 'UPS', '顺丰速运'),
    service: constantFrom('', 'DPD CLASSIC Predict', 'Paket International Premium'),
    routing: constantFrom('', 'DPD 0198 · DE-20457', '22-7', 'HAM 04 · 17:30'),
    trackingNo: tracking,
    sscc: oneof(constant(''), sscc),
    reference: constantFrom('', 'NW-2026-100248 / PO 4711-0815', 'R-1'),
    weight,
    services: fc.subarray(['Named person only', 'Saturday 12:00', 'No neighbour']),
    cashOnDelivery: maybe(integer({ min: 1, max: 9_999_999 })),
    currency: constantFrom('EUR', 'USD', 'CNY'),
    dangerGoods: fc.boolean(),
    unNumbers: constantFrom('', 'UN3481', 'UN 3091', 'UN1263', 'UN1950, UN1266'),
    shipDate: oneof(constant(''), date),
    retourNo: word(6, 16),
  }),
  routed,
  counted,
).map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);
const unit = record({
  code: word(4, 14),
  merchant,
  orderNo: word(4, 20),
  reference: constantFrom('', 'PO 4711-0815/2026'),
  pieces: maybe(integer({ min: 1, max: 9999 })),
  weight,
  size: constantFrom('', '120 × 80 × 180 cm'),
  lines: array(record({ sku: word(3, 18), name: names, qty: integer({ min: 1, max: 9999 }) }), { maxLength: 14 }),
  from: address,
  to: address,
  printedAt: date.map((day) => `${day}T07:05`),
});
const lot = word(1, 10);
const uniform = tuple(checked(14), integer({ min: 1, max: 9999 }), lot, date).map(([gtin, count, code, best]) => ({
  gtin,
  count,
  lot: code,
  bestBefore: best,
  content: 'Waterproof hiking jacket 登山夹克',
  elements: `(02)${gtin}(15)${best.slice(2).replaceAll('-', '')}(37)${count}(10)${code}`,
}));
const itemCode = oneof(
  ...(
    [
      ['code128', word(3, 10)],
      ['ean13', checked(13)],
      ['ean8', checked(8)],
      ['upca', checked(12)],
      ['datamatrix', word(3, 30)],
    ] as const
  ).map(([codeType, code]) => code.map((value) => ({ codeType, code: value }))),
);
const CODES: Record<(typeof CODE_TYPES)[number], fc.Arbitrary<string>> = {
  'gs1-128': checked(14).map((gtin) => `(01)${gtin}`),
  code128: word(2, 14),
  code39: word(2, 10),
  ean13: checked(13),
  ean8: checked(8),
  upca: checked(12),
  itf14: checked(14),
  identcode: digits(11).map((body) => body + postCheckDigit(body)),
  leitcode: digits(13).map((body) => body + postCheckDigit(body)),
  datamatrix: word(2, 60),
  'gs1-datamatrix': tuple(checked(14), lot).map(([gtin, batch]) => `(01)${gtin}(10)${batch}`),
  qr: word(2, 60).map((path) => `https://kontor.example/${path}`),
  'gs1-qr': tuple(checked(14), lot).map(([gtin, batch]) => `(01)${gtin}(10)${batch}`),
};
const command = record({
  code: oneof(
    constant('#]YZyz-/_+#'),
    word(3, 12).map((name) => `#${name}`),
  ),
  title: constantFrom('Fertig', 'Next parcel, the rest stays open', '开始下一个包裹'),
  hint: constantFrom('', 'Schließt das Paket und druckt das Versandetikett.', '每个包裹只扫描一次。'),
});

export const LABEL_DATA: Record<keyof typeof LABEL_LAYOUTS, fc.Arbitrary<Record<string, unknown>>> = {
  transportLabel: parcel,
  returnLabel: parcel,
  boxLabel: tuple(unit, counted).map(([one, of]) => ({ ...one, ...of })),
  palletLabel: tuple(unit, counted, maybe(uniform), sscc, digits(5)).map(([one, of, same, number, shipToPost]) => ({
    ...one,
    ...of,
    ...same,
    sscc: number,
    shipToPost,
  })),
  itemLabel: tuple(itemCode, record({ sku: word(3, 14), name: names, merchant, lot, expiry: oneof(constant(''), date) })).map(
    ([code, item]) => ({
      ...item,
      ...code,
    }),
  ),
  serialLabel: record({
    serial: oneof(
      word(4, 12),
      digits(12, 20),
      digits(14).map((body) => `SN${body}`),
    ),
    sku: word(3, 14),
    name: names,
    merchant,
  }),
  compartmentLabel: record({
    code: word(2, 16),
    warehouse: constantFrom('HAM1', 'Hamburg Sandtorkai', '上海一号仓'),
    zone: word(1, 4),
    aisle: digits(2),
    rack: digits(2),
    level: digits(2),
    slot: digits(1),
    arrow: constantFrom('none', 'up', 'down'),
  }),
  commandLabel: command,
  calibrationLabel: command,
  codeLabel: constantFrom(...CODE_TYPES).chain((type) =>
    record({
      type: constant(type),
      code: CODES[type],
      title: constantFrom('Karton', 'Ein längerer Titel in zwei Zeilen'),
      below: constantFrom('', '下方文字'),
    }),
  ),
  logisticsLabel: record({
    pictograms: fc.subarray([...PICTOGRAMS], { minLength: 1, maxLength: 6 }),
    words: constantFrom('Lithium-Ionen-Batterien', '易碎 小心轻放', ''),
    unNumber: constantFrom('', 'UN 3481', 'UN 1263 / UN 1950'),
    phone: constantFrom('', '+86 21 5555 8888'),
  }),
};

export type LabelName = keyof typeof LABEL_LAYOUTS;
export const LABEL_NAMES = Object.keys(LABEL_DATA) as LabelName[];
export const samples = (name: LabelName, count: number): Record<string, unknown>[] =>
  fc.sample(LABEL_DATA[name], { numRuns: count, seed: LABEL_NAMES.indexOf(name) + 1 });
