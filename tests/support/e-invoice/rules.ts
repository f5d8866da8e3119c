import { VAT_RULES } from './rules-vat.ts';
import { cents, digitsOf, type Semantic, scaled, sumOf } from './terms.ts';

/**
 * The rules of EN 16931 (its published list of business rules and code lists), XRechnung 3.0 and the Peppol rules that it names, written a second time
 * over business terms. A rule answers whether the document keeps it. They import nothing of the product.
 */
export type Rule = (invoice: Semantic) => boolean;
type Rules = Record<string, Rule>;

const has =
  (...terms: readonly string[]): Rule =>
  ({ head }) =>
    terms.every((term) => (head[term] ?? '') !== '');
const lists = new Map<string, Set<string>>();
function isIn(list: string, text: string | undefined): boolean {
  const known = lists.get(list) ?? new Set(list.split(' '));
  lists.set(list, known);
  return known.has(text ?? '');
}
const onLines =
  (holds: (line: Semantic['lines'][number]) => boolean): Rule =>
  ({ lines }) =>
    lines.every(holds);
const onVat =
  (holds: (group: Semantic['vat'][number]) => boolean): Rule =>
  ({ vat }) =>
    vat.every(holds);
const lineHas = (term: string): Rule => onLines((line) => (line[term] ?? '') !== '');
const vatHas = (term: string): Rule => onVat((group) => (group[term] ?? '') !== '');
const twoDigits =
  (term: string): Rule =>
  ({ head }) =>
    digitsOf(head[term]) <= 2;

const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';
const VAT_PREFIXES = `${COUNTRIES} EL XI`;
const vatPrefix = (id: string | undefined): boolean => id === undefined || isIn(VAT_PREFIXES, id.slice(0, 2));

const MANDATORY: Rules = {
  'BR-01': has('BT-24'),
  'BR-02': has('BT-1'),
  'BR-03': has('BT-2'),
  'BR-04': has('BT-3'),
  'BR-05': has('BT-5'),
  'BR-06': has('BT-27'),
  'BR-07': has('BT-44'),
  'BR-08': has('BT-40'),
  'BR-09': has('BT-40'),
  'BR-10': has('BT-55'),
  'BR-11': has('BT-55'),
  'BR-12': has('BT-106'),
  'BR-13': has('BT-109'),
  'BR-14': has('BT-112'),
  'BR-15': has('BT-115'),
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21': lineHas('BT-126'),
  'BR-22': lineHas('BT-129'),
  'BR-23': lineHas('BT-130'),
  'BR-24': lineHas('BT-131'),
  'BR-25': lineHas('BT-153'),
  'BR-26': lineHas('BT-146'),
  'BR-27': onLines((line) => scaled(line['BT-146'], 4) >= 0),
  'BR-29': ({ head }) => (head['BT-74'] ?? '9') >= (head['BT-73'] ?? ''),
  'BR-30': onLines((line) => (line['BT-135'] ?? '9') >= (line['BT-134'] ?? '')),
  'BR-41': onLines((line) => line['BG-27'] === undefined || line['BT-136'] !== undefined),
  'BR-42': onLines((line) => line['BG-27'] === undefined || line['BT-139'] !== undefined || line['BT-140'] !== undefined),
  'BR-45': vatHas('BT-116'),
  'BR-46': vatHas('BT-117'),
  'BR-47': vatHas('BT-118'),
  'BR-48': onVat((group) => group['BT-118'] === 'O' || group['BT-119'] !== undefined),
  'BR-49': has('BT-81'),
  'BR-50': ({ head }) => (head['BT-85'] ?? head['BT-86']) === undefined || head['BT-84'] !== undefined,
  'BR-53': ({ head }) => (head['BT-6'] === undefined) === (head['BT-111'] === undefined) && head['BT-111-currency'] === head['BT-6'],
  'BR-55': ({ head }) => head['BT-26'] === undefined || head['BT-25'] !== undefined,
  'BR-57': ({ head }) => (head['BT-75'] ?? head['BT-77'] ?? head['BT-78']) === undefined || head['BT-80'] !== undefined,
  'BR-61': ({ head }) => !isIn('30 58', head['BT-81']) || head['BT-84'] !== undefined,
  'BR-62': ({ head }) => head['BT-34'] === undefined || head['BT-34-scheme'] === 'EM',
  'BR-63': ({ head }) => head['BT-49'] === undefined || head['BT-49-scheme'] === 'EM',
};

const CONDITIONS: Rules = {
  'BR-CO-04': lineHas('BT-151'),
  'BR-CO-09': ({ head }) => vatPrefix(head['BT-31']) && vatPrefix(head['BT-48']),
  'BR-CO-10': ({ head, lines }) => cents(head['BT-106']) === sumOf(lines.map((line) => line['BT-131'])),
  'BR-CO-13': ({ head }) => cents(head['BT-109']) === cents(head['BT-106']),
  'BR-CO-14': ({ head, vat }) => cents(head['BT-110']) === sumOf(vat.map((group) => group['BT-117'])),
  'BR-CO-15': ({ head }) =>
    cents(head['BT-112']) === cents(head['BT-109']) + cents(head['BT-110']) && head['BT-110-currency'] === head['BT-5'],
  'BR-CO-16': ({ head }) => cents(head['BT-115']) === cents(head['BT-112']),
  // A credit note that completes its invoice takes what rests, so the rule has the tolerance of the official ones: one unit.
  'BR-CO-17': onVat((group) => {
    const exact = (cents(group['BT-116']) * scaled(group['BT-119'], 2)) / 10_000;
    return Math.abs(cents(group['BT-117']) - exact) < 100;
  }),
  'BR-CO-18': ({ vat }) => vat.length > 0,
  'BR-CO-19': ({ head }) => (head['BT-73'] === undefined) === (head['BT-74'] === undefined),
  'BR-CO-20': onLines((line) => (line['BT-134'] === undefined) === (line['BT-135'] === undefined)),
  'BR-CO-25': ({ head }) => cents(head['BT-115']) <= 0 || (head['BT-9'] ?? head['BT-20']) !== undefined,
  'BR-CO-26': ({ head }) => (head['BT-29'] ?? head['BT-30'] ?? head['BT-31']) !== undefined,
  'BR-DEC-09': twoDigits('BT-106'),
  'BR-DEC-12': twoDigits('BT-109'),
  'BR-DEC-13': twoDigits('BT-110'),
  'BR-DEC-14': twoDigits('BT-112'),
  'BR-DEC-15': twoDigits('BT-111'),
  'BR-DEC-18': twoDigits('BT-115'),
  'BR-DEC-19': onVat((group) => digitsOf(group['BT-116']) <= 2),
  'BR-DEC-20': onVat((group) => digitsOf(group['BT-117']) <= 2),
  'BR-DEC-23': onLines((line) => digitsOf(line['BT-131']) <= 2),
  'BR-DEC-24': onLines((line) => digitsOf(line['BT-136']) <= 2),
  'BR-DEC-25': onLines((line) => digitsOf(line['BT-137']) <= 2),
};

const CODES: Rules = {
  'BR-CL-01': ({ head }) => isIn('380 381', head['BT-3']),
  'BR-CL-03': ({ head }) => isIn('EUR USD', head['BT-110-currency']),
  'BR-CL-04': ({ head }) => isIn('EUR USD', head['BT-5']),
  'BR-CL-05': ({ head }) => head['BT-6'] === undefined || head['BT-6'] === 'EUR',
  'BR-CL-14': ({ head }) => ['BT-40', 'BT-55', 'BT-80'].every((term) => head[term] === undefined || isIn(COUNTRIES, head[term])),
  'BR-CL-16': ({ head }) => isIn('1 30 58 97', head['BT-81']),
  'BR-CL-17': onVat((group) => isIn('AE L M E S Z G O K B', group['BT-118'])),
  'BR-CL-18': onLines((line) => isIn('AE L M E S Z G O K B', line['BT-151'])),
  'BR-CL-19': onLines((line) => line['BT-140'] === undefined || line['BT-140'] === '95'),
  'BR-CL-22': onVat((group) => group['BT-121'] === undefined || isIn('VATEX-EU-AE VATEX-EU-IC VATEX-EU-G VATEX-EU-O', group['BT-121'])),
  'BR-CL-23': onLines((line) => isIn('C62 H87 KGM GRM TNE MTQ MTK MTR KMT LTR MIN HUR DAY WEE MON ANN XPX XPK XCT', line['BT-130'])),
};

const iban97 = (iban: string): number =>
  Array.from(iban.slice(4) + iban.slice(0, 4)).reduce((rest, sign) => {
    const value = Number.parseInt(sign, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);

const GERMAN: Rules = {
  'BR-DE-1': ({ counts }) => counts.payments > 0,
  'BR-DE-2': has('BT-41', 'BT-42', 'BT-43'),
  'BR-DE-3': has('BT-37'),
  'BR-DE-4': has('BT-38'),
  'BR-DE-5': has('BT-41'),
  'BR-DE-6': has('BT-42'),
  'BR-DE-7': has('BT-43'),
  'BR-DE-8': has('BT-52'),
  'BR-DE-9': has('BT-53'),
  'BR-DE-10': ({ head }) => head['BT-80'] === undefined || head['BT-77'] !== undefined,
  'BR-DE-11': ({ head }) => head['BT-80'] === undefined || head['BT-78'] !== undefined,
  'BR-DE-14': vatHas('BT-119'),
  'BR-DE-15': has('BT-10'),
  'BR-DE-16': ({ head, vat }) => vat.every((group) => group['BT-118'] === 'O') || (head['BT-31'] ?? head['BT-32']) !== undefined,
  'BR-DE-17': ({ head }) => isIn('326 380 384 389 381 875 876 877', head['BT-3']),
  'BR-DE-18': ({ head }) =>
    (head['BT-20'] ?? '')
      .split('\n')
      .every(
        (line) => !line.includes('#') || /^#(SKONTO)#TAGE=([0-9]+#PROZENT=[0-9]+\.[0-9]{2})(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/.test(line),
      ),
  'BR-DE-19': ({ head }) => head['BT-81'] !== '58' || iban97(head['BT-84'] ?? '') === 1,
  'BR-DE-21': ({ head }) => head['BT-24'] === 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'BR-DE-23-a': ({ head }) => !isIn('30 58', head['BT-81']) || head['BT-84'] !== undefined,
  'BR-DE-27': ({ head }) => (head['BT-42'] ?? '').replaceAll(/\D/g, '').length >= 3,
  'BR-DE-28': ({ head }) => /^[^@\s.][^@\s]*@[^@\s.][^@\s]*[^@\s.]$/.test(head['BT-43'] ?? ''),
  'BR-DE-TMP-32': ({ head }) => (head['BT-72'] ?? head['BT-73']) !== undefined,
  'PEPPOL-EN16931-R010': has('BT-49'),
  'PEPPOL-EN16931-R020': has('BT-34'),
};

const PEPPOL: Rules = {
  'PEPPOL-EN16931-R001': ({ head }) => head['BT-23'] === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  'PEPPOL-EN16931-R002': ({ counts }) => counts.notes <= 1,
  'PEPPOL-EN16931-R005': ({ head }) => head['BT-6'] !== head['BT-5'],
  'PEPPOL-EN16931-R008': ({ empty }) => empty.length === 0,
  // Also where the document names one day only (BT-72), which holds the days of its lines.
  'PEPPOL-EN16931-R110': ({ head, lines }) => lines.every((line) => (line['BT-134'] ?? '9') >= (head['BT-73'] ?? head['BT-72'] ?? '')),
  'PEPPOL-EN16931-R111': ({ head, lines }) => lines.every((line) => (line['BT-135'] ?? '') <= (head['BT-74'] ?? head['BT-72'] ?? '9')),
  'PEPPOL-EN16931-R040': onLines((line) => {
    if (line['BG-27'] === undefined) return true;
    const exact = (cents(line['BT-137']) * scaled(line['BT-138'], 2)) / 10_000;
    return Math.abs(cents(line['BT-136']) - exact) <= 2;
  }),
  'PEPPOL-EN16931-R041': onLines((line) => line['BT-138'] === undefined || line['BT-137'] !== undefined),
  'PEPPOL-EN16931-R042': onLines((line) => line['BT-137'] === undefined || line['BT-138'] !== undefined),
  'PEPPOL-EN16931-R043': onLines((line) => line['BG-27'] === undefined || line['BG-27'] === 'false'),
  'PEPPOL-EN16931-R053': ({ counts }) => counts.taxTotalsWithGroups === 1,
  'PEPPOL-EN16931-R054': ({ head, counts }) => counts.taxTotals === (head['BT-6'] === undefined ? 1 : 2),
  'PEPPOL-EN16931-R055': ({ head }) => head['BT-111'] === undefined || cents(head['BT-110']) >= 0 === cents(head['BT-111']) >= 0,
  'PEPPOL-EN16931-R120': onLines((line) => {
    const exact = (scaled(line['BT-129'], 3) * scaled(line['BT-146'], 4)) / 100_000;
    return Math.abs(cents(line['BT-131']) - (exact - (line['BT-136'] === undefined ? 0 : cents(line['BT-136'])))) <= 2;
  }),
};

export const CORE_RULES: Rules = { ...MANDATORY, ...CONDITIONS, ...CODES, ...VAT_RULES, ...PEPPOL };
export const XRECHNUNG_RULES: Rules = { ...CORE_RULES, ...GERMAN };

/** Ids of the rules that a document breaks. A rule that cannot read a figure is broken. */
export function brokenRules(invoice: Semantic, rules: Rules): string[] {
  return Object.entries(rules).flatMap(([id, holds]) => {
    try {
      return holds(invoice) ? [] : [id];
    } catch {
      return [id];
    }
  });
}
