import { isCreditNote, type ReceivedInvoice, type ReceivedLine } from '../money/received-invoice.ts';
import { type CostKind, type ListedCost, trackingKey } from './carrier-costs.ts';
import { isProven, possibleNumbersIn, trackingNumbersIn } from './find-tracking.ts';

/** Reads the lines of a carrier's e-invoice as costs of parcels, as a list of parcels has them. */

/** Words of surcharges in the languages of our carriers. The first that fits counts; a line without any is the transport. */
const SURCHARGES: readonly (readonly [CostKind, RegExp])[] = [
  ['fuel', /fuel|diesel|treibstoff|kraftstoff|energie|燃油/i],
  ['toll', /maut|\btoll\b|过路/i],
  ['peak', /\bpeak|saison|旺季/i],
  ['remote', /remote|insel|island|abgelegen|偏远/i],
  ['redelivery', /redeliver|zweitzustellung|erneute zustellung|重新派送/i],
  ['returned', /return to sender|rücklauf|unzustellbar|undeliverable|退回/i],
  ['customs', /customs|zoll|清关/i],
  ['collect', /nachnahme|cash on delivery|\bcod\b|代收/i],
  ['insurance', /insurance|versicherung|保险/i],
  ['address', /address correction|adresskorrektur|adressberichtigung|地址更正/i],
  ['size', /sperrgut|bulky|oversize|übergröße|超大/i],
  ['weight', /nachverwiegung|reweigh|weight correction|mehrgewicht|overweight|超重/i],
  ['other', /zuschlag|surcharge|gebühr|\bfees?\b|附加费/i],
];
const WEIGHT = /gewicht|weight|重量/i;
const ZONE = /\bzone\b|分区/i;
const SERVICE = /produkt|product|service|服务/i;
const GRAMS = 1000;

const kindOf = (text: string): CostKind => SURCHARGES.find(([, words]) => words.test(text))?.[0] ?? 'base';
/** The name of a line without the numbers of parcels in it, which differ from line to line. */
const headingOf = (text: string): string =>
  text
    .replaceAll(/\S*\d{6,}\S*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);

/** Terms that hold nothing but an identifier. */
const identifiersOf = ({ object = '', sellerItem, buyerItem, standardItem, attributes }: ReceivedLine): string[] =>
  [object, sellerItem, buyerItem, standardItem, ...attributes.map(({ value }) => value)]
    .map((text) => text.toUpperCase().replaceAll(/[ -]/g, ''))
    .filter((text) => /^(?=.*\d)[0-9A-Z]{6,35}$/.test(text));
const textsOf = (line: ReceivedLine): string[] => [
  line.name,
  line.description,
  line.note,
  line.sellerItem,
  line.object ?? '',
  ...line.attributes.map(({ name, value }) => `${name}: ${value}`),
];

/** Everything in the lines that could be a tracking number, as keys. Labels tell which of them is one. */
export const possibleKeys = ({ lines }: Pick<ReceivedInvoice, 'lines'>): string[] => [
  ...new Set(
    lines
      .flatMap((line) => [
        ...identifiersOf(line),
        ...textsOf(line).flatMap((text) => [...trackingNumbersIn(text), ...possibleNumbersIn(text)]),
      ])
      .map(trackingKey)
      .filter((key) => key !== ''),
  ),
];

/** What a line names: numbers of labels; where there are none, numbers that it calls tracking numbers. One of each key. */
function parcelsOf(line: ReceivedLine, known: ReadonlySet<string>): string[] {
  const named = textsOf(line).flatMap(trackingNumbersIn);
  const all = [...identifiersOf(line), ...named, ...textsOf(line).flatMap(possibleNumbersIn)];
  const ours = all.filter((one) => known.has(trackingKey(one)));
  const found = ours.length > 0 ? ours : [...named, ...identifiersOf(line).filter(isProven)];
  return [...new Map(found.map((one) => [trackingKey(one), one])).values()];
}

function attribute({ attributes }: ReceivedLine, words: RegExp): string {
  return attributes.find(({ name }) => words.test(name))?.value ?? '';
}
/** In grams, of `2.35 kg`, `2,35` or `2350 g`. Without a unit it is kilograms. */
function weightOf(line: ReceivedLine): number | null {
  const [, figure, unit = 'kg'] = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(kgm?|g|grm)?$/i.exec(attribute(line, WEIGHT).trim()) ?? [];
  if (figure === undefined) return null;
  return Math.round(Number(figure.replace(',', '.')) * (/^g/i.test(unit) ? 1 : GRAMS));
}

/** `shared`: lines that name several parcels. Their amount cannot be divided, so they are not compared. */
export type InvoiceCosts = { costs: ListedCost[]; shared: number };

/**
 * @param known keys of labels that the house bought
 * An invoice that names neither one of our labels nor a number that its check digit proves is about something else, such as a transport.
 */
export function costsOfInvoice(document: ReceivedInvoice, known: ReadonlySet<string>): InvoiceCosts {
  const sign = isCreditNote(document) ? -1 : 1;
  const costs: ListedCost[] = [];
  /** How the transport of a parcel is called. A further line with another name is no second transport. */
  const transports = new Map<string, string>();
  let shared = 0;
  document.lines.forEach((line, i) => {
    const parcels = parcelsOf(line, known);
    const [trackingNo] = parcels;
    if (trackingNo === undefined) return;
    if (parcels.length > 1) {
      shared += 1;
      return;
    }
    const text = line.name || line.description;
    const heading = headingOf(text);
    const key = trackingKey(trackingNo);
    const statedKind = kindOf(text);
    const kind = statedKind === 'base' && (transports.get(key) ?? heading) !== heading ? 'other' : statedKind;
    if (kind === 'base') transports.set(key, heading);
    const head = {
      line: i + 1,
      trackingNo,
      service: attribute(line, SERVICE).slice(0, 60),
      weight: weightOf(line),
      zone: attribute(line, ZONE).slice(0, 30),
      billedOn: line.period?.from || document.issueDate,
    };
    const charges = line.allowances.filter(({ isCharge, amount }) => isCharge && amount !== 0);
    const rest = charges.reduce((net, { amount }) => net - amount, line.net);
    // The transport of a list has no heading either, so the same parcel is found twice whichever way it was billed.
    if (kind === 'base' || rest !== 0) costs.push({ ...head, kind, heading: kind === 'base' ? '' : heading, amount: sign * rest });
    for (const { reason, reasonCode, amount } of charges) {
      const name = reason || reasonCode;
      const on = kindOf(name);
      costs.push({ ...head, kind: on === 'base' ? 'other' : on, heading: name.slice(0, 80), amount: sign * amount });
    }
  });
  const isOurs = costs.some(({ trackingNo }) => known.has(trackingKey(trackingNo)) || isProven(trackingNo.toUpperCase()));
  return isOurs ? { costs, shared } : { costs: [], shared: 0 };
}
