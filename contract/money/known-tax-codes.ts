import type { AccountKind } from './accounts.ts';
import type { EC_LIST_KINDS, TaxDirection } from './tax.ts';
import type { VatCategory } from './vat.ts';

export type KnownCode = {
  direction: TaxDirection;
  category: VatCategory;
  rate: number;
  code: string;
  name: string;
  /** Accounts of its own, of SKR03. DATEV takes tax from some accounts by itself, so codes with other rates need others. */
  accountNo?: string;
  vatAccountNo?: string;
  owedAccountNo?: string;
  datevKey?: string;
  boxBase?: string;
  boxTax?: string;
  boxOwed?: string;
  ecList?: (typeof EC_LIST_KINDS)[number];
};
/**
 * The codes a German house uses, written when the first document needs one. Boxes are those of the UStVA; keys are those of DATEV for accounts
 * that are not automatic.
 */
export const KNOWN_CODES: readonly KnownCode[] = [
  { direction: 'out', category: 'S', rate: 1900, code: 'DE19', name: 'Germany, standard', boxBase: '81' },
  {
    direction: 'out',
    category: 'S',
    rate: 700,
    code: 'DE7',
    name: 'Germany, reduced',
    accountNo: '8300',
    vatAccountNo: '1771',
    boxBase: '86',
  },
  { direction: 'out', category: 'Z', rate: 0, code: 'DE0', name: 'Germany, zero', accountNo: '8290' },
  { direction: 'out', category: 'E', rate: 0, code: 'EX-4', name: 'Exempt, section 4 UStG', accountNo: '8150', boxBase: '48' },
  {
    direction: 'out',
    category: 'AE',
    rate: 0,
    code: 'EU0',
    name: 'Services to the EU, reverse charge',
    accountNo: '8336',
    boxBase: '21',
    ecList: 'services',
  },
  { direction: 'out', category: 'K', rate: 0, code: 'EU-G', name: 'Goods to the EU', accountNo: '8125', boxBase: '41', ecList: 'goods' },
  { direction: 'out', category: 'G', rate: 0, code: 'EXPORT', name: 'Export of goods', accountNo: '8120', boxBase: '43' },
  { direction: 'out', category: 'O', rate: 0, code: 'ABROAD', name: 'Services taxable abroad', accountNo: '8338', boxBase: '45' },
  { direction: 'in', category: 'S', rate: 1900, code: 'VST19', name: 'Input VAT, standard', datevKey: '9', boxTax: '66' },
  {
    direction: 'in',
    category: 'S',
    rate: 700,
    code: 'VST7',
    name: 'Input VAT, reduced',
    vatAccountNo: '1571',
    datevKey: '8',
    boxTax: '66',
  },
  { direction: 'in', category: 'Z', rate: 0, code: 'VST0', name: 'Bought at zero' },
  { direction: 'in', category: 'E', rate: 0, code: 'VST-EX', name: 'Bought exempt' },
  {
    direction: 'in',
    category: 'AE',
    rate: 1900,
    code: 'RC19',
    name: 'Services bought, section 13b UStG',
    vatAccountNo: '1577',
    owedAccountNo: '1787',
    datevKey: '94',
    boxBase: '46',
    boxTax: '67',
    boxOwed: '47',
  },
  {
    direction: 'in',
    category: 'K',
    rate: 1900,
    code: 'EU-IN19',
    name: 'Goods bought in the EU',
    vatAccountNo: '1574',
    owedAccountNo: '1774',
    datevKey: '19',
    boxBase: '89',
    boxTax: '61',
  },
  { direction: 'in', category: 'G', rate: 0, code: 'IMPORT', name: 'Goods bought outside the EU' },
  { direction: 'in', category: 'O', rate: 0, code: 'VST-ABROAD', name: 'Bought, not taxable here' },
];

/** The accounts that known codes name. They are opened when a document is first booked on them, in its currency. */
export const KNOWN_ACCOUNTS: Readonly<Record<string, readonly [AccountKind, string]>> = {
  '8290': ['revenue', 'Revenue, 0 % VAT'],
  '8300': ['revenue', 'Revenue, 7 % VAT'],
  '8336': ['revenue', 'Revenue, services to the EU'],
  '8338': ['revenue', 'Revenue, services taxable abroad'],
  '8120': ['revenue', 'Revenue, export of goods'],
  '8125': ['revenue', 'Revenue, goods to the EU'],
  '8150': ['revenue', 'Revenue, exempt under section 4 UStG'],
  '1771': ['vat', 'Output VAT, 7 %'],
  '1774': ['vat', 'VAT on goods bought in the EU'],
  '1787': ['vat', 'VAT under section 13b UStG'],
  '1571': ['inputVat', 'Input VAT, 7 %'],
  '1574': ['inputVat', 'Input VAT on goods bought in the EU'],
  '1577': ['inputVat', 'Input VAT under section 13b UStG'],
};
