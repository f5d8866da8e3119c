import { gs1CheckDigit } from '#contract/core/barcode/check-digits';

/** The merchants of the history with what they sell. Items of the small sample are sold out at the end, so that its states stay as they are. */

/** Share of all orders; factor of growth in 90 days; share in the sale; carriers and countries with weights; share of orders by businesses. */
export type Profile = {
  no: string;
  share: number;
  growth: number;
  sale: number;
  prefix: string;
  firstRef: number;
  business: number;
  carriers: readonly (readonly [code: string, weight: number])[];
  countries: readonly (readonly [country: string, weight: number])[];
};

export const PROFILES: readonly Profile[] = [
  {
    no: 'M-1001',
    share: 0.46,
    growth: 1.7,
    sale: 0.45,
    prefix: '#',
    firstRef: 20_418,
    business: 0.08,
    carriers: [
      ['DHL', 70],
      ['DPD', 25],
      ['UPS', 5],
    ],
    countries: [
      ['DE', 82],
      ['AT', 9],
      ['FR', 5],
      ['NL', 4],
    ],
  },
  {
    no: 'M-1002',
    share: 0.37,
    growth: 1.2,
    sale: 1,
    prefix: 'BH-',
    firstRef: 730_112,
    business: 0.02,
    carriers: [
      ['DPD', 45],
      ['UPS', 33],
      ['DHL', 22],
    ],
    countries: [
      ['DE', 64],
      ['FR', 14],
      ['ES', 12],
      ['NL', 10],
    ],
  },
  {
    no: 'M-1003',
    share: 0.17,
    growth: 0.95,
    sale: 0.15,
    prefix: 'AF-',
    firstRef: 5_207,
    business: 0.12,
    carriers: [
      ['DHL', 58],
      ['DPD', 42],
    ],
    countries: [
      ['DE', 55],
      ['AT', 45],
    ],
  },
];

/** Days between two deliveries of a supplier, and whether they come by container. */
export const SUPPLY: readonly { supplier: string; every: number; box: boolean }[] = [
  { supplier: 'Hanse Teekontor GmbH', every: 9, box: false },
  { supplier: 'Nordsee Feinkost eG', every: 13, box: false },
  { supplier: 'Ningbo Lamp Works', every: 26, box: true },
  { supplier: 'Foshan Ceramics', every: 31, box: true },
  { supplier: 'Tiroler Bergkräuter KG', every: 12, box: false },
];

/** SKU and how often it is ordered, of the items that the small sample has. */
export const KNOWN_ITEMS: readonly (readonly [sku: string, weight: number])[] = [
  ['TEE-EARL-250', 16],
  ['TEE-ASSAM-500', 10],
  ['TEE-KANNE-1L', 4],
  ['FISCH-SPROTTE', 5],
  ['VASE-S', 9],
  ['VASE-L', 5],
  ['KRAUT-MINZE', 12],
  ['HONIG-500', 14],
];

const FOOD = ['Tea', 'Food'];
/** Food that came back is never sold again. */
export const isFood = (category: string): boolean => FOOD.includes(category);

const [HANSE, NORDSEE, NINGBO, FOSHAN, TIROL] = SUPPLY.map(({ supplier }) => supplier) as [string, string, string, string, string];

/** merchant, SKU, name, category, price in cents, grams, supplier, how often it is ordered */
const FURTHER = [
  ['M-1001', 'TEE-DARJ-250', 'Darjeeling first flush, 250 g', 'Tea', 1690, 275, HANSE, 12],
  ['M-1001', 'TEE-SENCHA-250', 'Sencha green tea, 250 g', 'Tea', 1190, 270, HANSE, 9],
  ['M-1001', 'TEE-ROOI-500', 'Rooibos vanilla, 500 g', 'Tea', 990, 530, HANSE, 8],
  ['M-1001', 'TEE-CHAI-200', 'Masala chai, 200 g', 'Tea', 850, 225, HANSE, 7],
  ['M-1001', 'TEE-OST-500', 'East Frisian blend, 500 g', 'Tea', 1290, 540, HANSE, 14],
  ['M-1001', 'TEE-SPICE-150', 'Winter spice tea, 150 g', 'Tea', 790, 175, HANSE, 6],
  ['M-1001', 'TEE-FILTER-100', 'Paper tea filters, 100 pieces', 'Kitchen', 380, 90, HANSE, 8],
  ['M-1001', 'TEE-SIEB', 'Tea strainer, stainless steel', 'Kitchen', 1250, 120, HANSE, 4],
  ['M-1001', 'TEE-TASSE-2', 'Tea cups, porcelain, set of 2', 'Kitchen', 1990, 640, HANSE, 4],
  ['M-1001', 'TEE-STOV', 'Tea warmer, cast iron', 'Kitchen', 2890, 1450, HANSE, 2],
  ['M-1001', 'TEE-DOSE-500', 'Tea caddy, 500 g', 'Kitchen', 1450, 310, HANSE, 3],
  ['M-1001', 'KANDIS-1KG', 'Brown rock sugar, 1 kg', 'Food', 490, 1020, HANSE, 6],
  ['M-1001', 'FISCH-LACHS', 'Smoked salmon pâté, 180 g', 'Food', 590, 230, NORDSEE, 4],
  ['M-1001', 'FISCH-HERING', 'Herring in mustard sauce, 200 g', 'Food', 450, 245, NORDSEE, 4],
  ['M-1002', 'LAMP-CLIP-W', 'Clip lamp, white', 'Lighting', 1899, 640, NINGBO, 9],
  ['M-1002', 'LAMP-CLIP-B', 'Clip lamp, black', 'Lighting', 1899, 640, NINGBO, 8],
  ['M-1002', 'LAMP-NIGHT', 'Night light, moon', 'Lighting', 1499, 280, NINGBO, 12],
  ['M-1002', 'LAMP-STRING-10', 'String of lights, 10 m', 'Lighting', 1290, 350, NINGBO, 15],
  ['M-1002', 'LAMP-BULB-4', 'LED bulbs E27, pack of 4', 'Lighting', 1190, 260, NINGBO, 11],
  ['M-1002', 'LAMP-RATTAN', 'Table lamp, rattan', 'Lighting', 4590, 1700, NINGBO, 5],
  ['M-1002', 'VASE-M', 'Vase, medium, celadon', 'Decoration', 2290, 1150, FOSHAN, 7],
  ['M-1002', 'BOWL-24', 'Bowl, celadon, 24 cm', 'Kitchen', 2490, 1300, FOSHAN, 5],
  ['M-1002', 'PLATE-SET-4', 'Plates, stoneware, set of 4', 'Kitchen', 3490, 2900, FOSHAN, 4],
  ['M-1002', 'CANDLE-3', 'Candle holders, brass, set of 3', 'Decoration', 2190, 900, FOSHAN, 6],
  ['M-1002', 'FRAME-A4', 'Picture frame A4, oak', 'Decoration', 1590, 720, FOSHAN, 6],
  ['M-1002', 'MIRROR-40', 'Wall mirror, 40 cm', 'Decoration', 3990, 2300, FOSHAN, 3],
  ['M-1003', 'KRAUT-KAMILLE', 'Chamomile blossoms, 50 g', 'Tea', 480, 65, TIROL, 8],
  ['M-1003', 'KRAUT-SALBEI', 'Sage leaves, 50 g', 'Tea', 520, 60, TIROL, 6],
  ['M-1003', 'KRAUT-HUETTE', 'Alpine hut tea, 80 g', 'Tea', 690, 100, TIROL, 9],
  ['M-1003', 'HONIG-250', 'Forest honey, 250 g', 'Food', 790, 430, TIROL, 9],
  ['M-1003', 'MARM-MARILLE', 'Apricot jam, 220 g', 'Food', 620, 400, TIROL, 7],
  ['M-1003', 'MUESLI-750', 'Spelt muesli, 750 g', 'Food', 890, 790, TIROL, 8],
  ['M-1003', 'KERNOEL-250', 'Pumpkin seed oil, 250 ml', 'Food', 1390, 520, TIROL, 6],
] as const;

/** GS1 prefixes of the merchants, as in the small sample. */
const BARCODES: Record<string, string> = { 'M-1001': '4012345', 'M-1002': '6901234', 'M-1003': '9012345' };

export type NewItem = {
  merchant: string;
  sku: string;
  name: string;
  barcode: string;
  category: string;
  price: number;
  weight: number;
  supplier: string;
  often: number;
};

/** Items that only the history has. */
export const FURTHER_ITEMS: readonly NewItem[] = FURTHER.map(([merchant, sku, name, category, price, weight, supplier, often], i) => {
  const body = `${BARCODES[merchant]}${String(101 + i).padStart(5, '0')}`;
  return { merchant, sku, name, barcode: `${body}${gs1CheckDigit(body)}`, category, price, weight, supplier, often };
});
