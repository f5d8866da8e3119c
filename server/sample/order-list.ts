import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { CommandName } from '#contract/orders/actions';
import type { BlockerKind } from '#contract/orders/statuses';

/** The orders of the sample in the states of an ordinary day. Quantities match the deliveries below. */

/** Progress of a delivery. Each state includes the previous ones. `short`: counted with a piece missing. */
export type Arrival = 'announced' | 'receiving' | 'short' | 'counted' | 'partlyAway' | 'away';
export type Delivery = {
  merchant: string;
  reach: Arrival;
  lines: readonly (readonly [sku: string, qty: number])[];
  from: string;
  inDays?: number;
};

export const DELIVERIES: readonly Delivery[] = [
  {
    merchant: 'M-1001',
    reach: 'away',
    from: 'Hanse Teekontor GmbH',
    lines: [
      ['TEE-EARL-250', 120],
      ['TEE-ASSAM-500', 60],
      ['TEE-KANNE-1L', 24],
    ],
  },
  {
    merchant: 'M-1002',
    reach: 'away',
    from: 'Foshan Ceramics',
    lines: [
      ['VASE-S', 30],
      ['VASE-L', 18],
    ],
  },
  {
    merchant: 'M-1003',
    reach: 'partlyAway',
    from: 'Tiroler Bergkräuter KG',
    lines: [
      ['KRAUT-MINZE', 40],
      ['HONIG-500', 24],
    ],
  },
  { merchant: 'M-1001', reach: 'counted', from: 'Nordsee Feinkost eG', lines: [['FISCH-SPROTTE', 48]] },
  { merchant: 'M-1001', reach: 'short', from: 'Nordsee Feinkost eG', lines: [['FISCH-MATJES', 36]] },
  {
    merchant: 'M-1002',
    reach: 'receiving',
    inDays: 0,
    from: 'Foshan Ceramics',
    lines: [
      ['VASE-S', 24],
      ['VASE-L', 12],
    ],
  },
  { merchant: 'M-1003', reach: 'announced', from: 'Tiroler Bergkräuter KG', lines: [['HONIG-500', 60]], inDays: 1 },
];

/** Progress of an order, in the order of work. */
export const REACHES = ['new', 'listed', 'printed', 'picked', 'partlyPacked', 'boxOpen', 'boxShut', 'weighed', 'loaded', 'gone'] as const;
export type Reach = (typeof REACHES)[number];
export type Order = {
  ref: string;
  merchant: string;
  carrier: string;
  reach: Reach;
  lines: readonly (readonly [sku: string, qty: number])[];
  to: keyof typeof PEOPLE;
  priority?: 'urgent' | 'low';
  /** A command of the office that follows. */
  after?: { command: CommandName; reason: string; blocker?: BlockerKind };
};

const person = (
  name1: string,
  name2: string,
  streetName: string,
  streetNumber: string,
  zip: string,
  city: string,
  country: string,
): Address => ({
  ...EMPTY_ADDRESS,
  name1,
  name2,
  streetName,
  streetNumber,
  zip,
  city,
  country,
});
export const PEOPLE = {
  cafe: person('Café Elbblick', 'Hanna Voss', 'Große Elbstraße', '84', '22767', 'Hamburg', 'DE'),
  boutique: person('Boutique Lumière', 'Claire Dubois', 'rue Mercière', '21', '69002', 'Lyon', 'FR'),
  wohnen: person('Wohnideen Krämer', 'Paul Krämer', 'Ehrenstraße', '40', '50672', 'Köln', 'DE'),
  casa: person('Casa Bonita SL', 'Lucía Ramos', 'Calle de la Paz', '9', '46003', 'Valencia', 'ES'),
  reform: person('Reformhaus Sonnental', 'Greta Sonntag', 'Sendlinger Straße', '12', '80331', 'München', 'DE'),
  private: person('Jonas Meier', '', 'Innrain', '52', '6020', 'Innsbruck', 'AT'),
  /** The house number is missing and the postal code is one digit short. */
  nowhere: person('Ulla Voigt', '', 'Lindenallee', '', '2035', 'Hamburg', 'DE'),
} as const;

const [TEA, HOME, HERBS] = ['M-1001', 'M-1002', 'M-1003'];
export const ORDERS: readonly Order[] = [
  {
    ref: '1001',
    merchant: TEA,
    carrier: 'DHL',
    reach: 'new',
    to: 'cafe',
    lines: [
      ['TEE-EARL-250', 6],
      ['TEE-ASSAM-500', 4],
    ],
  },
  { ref: '1002', merchant: TEA, carrier: 'DHL', reach: 'new', to: 'private', lines: [['TEE-KANNE-1L', 1]], priority: 'urgent' },
  { ref: '1003', merchant: HOME, carrier: 'UPS', reach: 'new', to: 'wohnen', lines: [['VASE-L', 2]] },
  { ref: '1004', merchant: HERBS, carrier: 'DPD', reach: 'new', to: 'reform', lines: [['HONIG-500', 50]] },
  { ref: '1005', merchant: TEA, carrier: 'DHL', reach: 'new', to: 'nowhere', lines: [['TEE-EARL-250', 2]] },
  {
    ref: '1006',
    merchant: TEA,
    carrier: 'DPD',
    reach: 'new',
    to: 'boutique',
    lines: [['TEE-ASSAM-500', 10]],
    after: { command: 'holdOn', reason: 'The customer moves on Friday; waits for the new address.' },
  },
  {
    ref: '1007',
    merchant: HOME,
    carrier: 'DHL',
    reach: 'picked',
    to: 'casa',
    lines: [['VASE-S', 3]],
    after: { command: 'requestCancel', reason: 'Ordered twice.' },
  },
  {
    ref: '1008',
    merchant: HERBS,
    carrier: 'DPD',
    reach: 'new',
    to: 'reform',
    lines: [['KRAUT-MINZE', 5]],
    after: { command: 'requestUnlinkInventory', reason: 'Goods are wanted for a fair first.' },
  },
  {
    ref: '1023',
    merchant: TEA,
    carrier: 'DHL',
    reach: 'new',
    to: 'private',
    lines: [['TEE-ASSAM-500', 1]],
    after: { command: 'requestCancel', reason: 'The customer took it back before anybody began.' },
  },
  { ref: '1009', merchant: TEA, carrier: 'DHL', reach: 'listed', to: 'cafe', lines: [['TEE-EARL-250', 12]] },
  {
    ref: '1010',
    merchant: HOME,
    carrier: 'DPD',
    reach: 'printed',
    to: 'wohnen',
    lines: [
      ['VASE-S', 4],
      ['VASE-L', 1],
    ],
  },
  { ref: '1011', merchant: HERBS, carrier: 'DHL', reach: 'picked', to: 'private', lines: [['KRAUT-MINZE', 3]] },
  {
    ref: '1012',
    merchant: TEA,
    carrier: 'DPD',
    reach: 'partlyPacked',
    to: 'boutique',
    lines: [
      ['TEE-EARL-250', 8],
      ['TEE-KANNE-1L', 2],
    ],
  },
  { ref: '1013', merchant: TEA, carrier: 'DHL', reach: 'boxOpen', to: 'cafe', lines: [['TEE-ASSAM-500', 6]] },
  { ref: '1014', merchant: HOME, carrier: 'DHL', reach: 'boxShut', to: 'casa', lines: [['VASE-S', 2]] },
  { ref: '1015', merchant: HOME, carrier: 'UPS', reach: 'weighed', to: 'wohnen', lines: [['VASE-L', 3]] },
  { ref: '1016', merchant: TEA, carrier: 'DHL', reach: 'weighed', to: 'reform', lines: [['TEE-EARL-250', 5]] },
  { ref: '1017', merchant: HERBS, carrier: 'DPD', reach: 'loaded', to: 'private', lines: [['KRAUT-MINZE', 6]] },
  {
    ref: '1018',
    merchant: TEA,
    carrier: 'DHL',
    reach: 'loaded',
    to: 'cafe',
    lines: [
      ['TEE-KANNE-1L', 1],
      ['TEE-ASSAM-500', 2],
    ],
  },
  { ref: '1019', merchant: TEA, carrier: 'DHL', reach: 'gone', to: 'cafe', lines: [['TEE-EARL-250', 20]] },
  {
    ref: '1020',
    merchant: HOME,
    carrier: 'DPD',
    reach: 'gone',
    to: 'casa',
    lines: [
      ['VASE-S', 5],
      ['VASE-L', 2],
    ],
  },
  {
    ref: '1021',
    merchant: TEA,
    carrier: 'DPD',
    reach: 'gone',
    to: 'boutique',
    lines: [['TEE-ASSAM-500', 8]],
    after: { command: 'requestRetour', reason: 'One packet arrived torn.' },
  },
  {
    ref: '1022',
    merchant: HERBS,
    carrier: 'DHL',
    reach: 'gone',
    to: 'reform',
    lines: [['KRAUT-MINZE', 4]],
    after: { command: 'raise', reason: 'The carrier has had it for a week without a scan.', blocker: 'problematic' },
  },
];
