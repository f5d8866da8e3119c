import { gs1CheckDigit } from '#contract/core/barcode/check-digits';

/** A made-up shop's files in the shape of real ones: 300 orders, about 800 lines, made the same on every machine. */

type Random = () => number;
/** Numerical Recipes' linear congruential generator: small, and the same everywhere. */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const GOODS = ['Tea', 'Coffee', 'Honey', 'Jam', 'Mustard', 'Oil', 'Salt', 'Rice', 'Beans', 'Syrup', 'Biscuits'];
const KINDS = ['mild', 'strong', 'organic', 'mountain', 'island', 'smoked', 'classic'];
export const PRODUCTS = GOODS.length * KINDS.length;

/** Street, city, postal code and country as people write them. `{n}` is a house number. */
const PLACES = [
  ['Kirchgasse {n}', 'Graz', '8010', 'Austria'],
  ['Taucherstr. {n}', 'Cunewalde', '01307', 'Germany'],
  ['Am Markt {n} a', 'Bremen', 'D-28195', 'Germany'],
  ["{n} rue de l'Abbaye", 'Reims', '51100', 'France'],
  ['{n}, rue du Commerce', 'Lyon', '69004', 'France'],
  ['Rua do Paço, {n}', 'Rio de Janeiro', '05454-876', 'Brazil'],
  ['Carrera 52 con Ave. Bolívar #{n}-98 Llano Largo', 'Barquisimeto', '3508', 'Venezuela'],
  ['{n} Milton Dr.', 'Albuquerque', '87110', 'USA'],
  ['{n} Polk St. Suite 5', 'San Francisco', '94117', 'USA'],
  ['Berguvsvägen  {n}', 'Luleå', 'S-958 22', 'Sweden'],
  ['Torikatu {n}', 'Oulu', '90110', 'Finland'],
  ['C/ Araquil, {n}', 'Madrid', '28023', 'Spain'],
  ['Via Monte Bianco {n}', 'Torino', '10100', 'Italy'],
  ['ul. Filtrowa {n}/12', 'Warszawa', '01-012', 'Poland'],
  ['{n} Queensbridge', 'London', 'SW7 1RZ', 'UK'],
  // Waits in the address check: an old postal code.
  ['Estrada da saúde n. {n}', 'Lisboa', '1756', 'Portugal'],
] as const;
const FIRST = ['Ada', 'Bo', 'Carla', 'Dinh', 'Esra', 'Finn', 'Gül', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Lars'];
const LAST = ['Abel', 'Berg', 'Castro', 'Dahl', 'Evans', 'Fuchs', 'García', 'Huber', 'Ito', 'Jansson'];
const METHODS = ['DHL Paket', 'DPD Classic', 'Speedy Express'];

const quoted = (cells: readonly (string | number)[]): string => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',');
const skuOf = (n: number): string => `FX-${String(n + 1).padStart(3, '0')}`;
const nameOf = (n: number): string => `${GOODS[n % GOODS.length]}, ${KINDS[Math.floor(n / GOODS.length)]}`;
const priceOf = (n: number): string => (3 + ((n * 37) % 90) + 0.9).toFixed(2);

/** An EAN-13 with its check digit. */
const barcodeOf = (n: number): string => {
  const body = `4099${String(n).padStart(8, '0')}`;
  return body + gs1CheckDigit(body);
};

export function productsFile(): string {
  const head =
    'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Variant Barcode,Variant Weight Unit';
  const rows = Array.from({ length: PRODUCTS }, (_, n) =>
    quoted([
      skuOf(n).toLowerCase(),
      nameOf(n),
      'Fixture Foods',
      'Food',
      'Title',
      'Default Title',
      skuOf(n),
      0,
      priceOf(n),
      barcodeOf(n),
      'kg',
    ]),
  );
  return [head, ...rows, ''].join('\n');
}

/** Between one and five lines an order, most of them of one to sixty pieces; one order in fifteen is a single piece. */
export function ordersFile(orders = 300): string {
  const random = randomOf(1997);
  const below = (n: number): number => Math.floor(random() * n);
  const head =
    'Name,Email,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Shipping Name,Shipping Company,Shipping Street,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Id';
  const rows: string[] = [];
  for (let n = 0; n < orders; n++) {
    const person = `${FIRST[below(FIRST.length)]} ${LAST[below(LAST.length)]}`;
    const [street, city, zip, country] = PLACES[below(PLACES.length)] ?? PLACES[0];
    const lines = n % 15 === 0 ? 1 : 1 + Math.min(below(4) + below(2), 4);
    const chosen = new Set<number>();
    while (chosen.size < lines) chosen.add(below(PRODUCTS));
    [...chosen].forEach((product, i) => {
      const qty = n % 15 === 0 ? 1 : 1 + below(random() < 0.1 ? 120 : 35);
      const where =
        i === 0
          ? [
              person,
              below(2) ? `${person.split(' ')[1]} & Co.` : '',
              street.replace('{n}', String(1 + below(120))),
              city,
              zip,
              '',
              country,
              '555 0100',
              '',
              900_000 + n,
            ]
          : Array(10).fill('');
      rows.push(
        quoted([
          `#${20_001 + n}`,
          'shop@example.com',
          i === 0 ? (METHODS[n % METHODS.length] ?? '') : '',
          '2026-11-02 09:00:00 +0000',
          qty,
          nameOf(product),
          priceOf(product),
          skuOf(product),
          'true',
          ...where,
        ]),
      );
    });
  }
  return [head, ...rows, ''].join('\n');
}
