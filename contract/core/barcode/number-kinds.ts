import * as check from './check-digits.ts';

/** Who uses a form of number, and whether a check digit proves it. */
type Form = { kind: string; carrier?: string; proof: 'digit' | 'look'; is: (code: string) => boolean };

/**
 * Every form of number a label may carry, the most telling first: a look of its own with a check digit, then digits with one, then a look alone.
 * Numbers of fourteen digits belong to four of them (labels.md, 1.4): the first two checks differ, and what no check proves comes last.
 */
const FORMS = [
  { kind: 'ups', carrier: 'UPS', proof: 'digit', is: check.isUps },
  { kind: 's10', carrier: 'UPU', proof: 'digit', is: check.isS10 },
  { kind: 'container', proof: 'digit', is: check.isContainer },
  {
    kind: 'dpdBarcode',
    carrier: 'DPD',
    proof: 'digit',
    is: (code) => /^%?\d{27}[0-9A-Z]$/.test(code) && check.isDpd(code.replace('%', '')),
  },
  { kind: 'dpd', carrier: 'DPD', proof: 'digit', is: (code) => /^\d{14}[0-9A-Z]$/.test(code) && check.isDpd(code) },
  { kind: 'licencePlate', carrier: 'DHL', proof: 'look', is: check.isLicencePlate },
  { kind: 'dhl20', carrier: 'DHL', proof: 'digit', is: check.isDhl20 },
  { kind: 'sscc', proof: 'digit', is: check.isSscc },
  { kind: 'gsin', proof: 'digit', is: check.isGsin },
  { kind: 'leitcode', carrier: 'DHL', proof: 'digit', is: check.isLeitcode },
  { kind: 'identcode', carrier: 'DHL', proof: 'digit', is: check.isIdentcode },
  { kind: 'gtin', proof: 'digit', is: check.isGtin },
  { kind: 'gln', proof: 'digit', is: check.isGln },
  { kind: 'hermes', carrier: 'Hermes', proof: 'digit', is: check.isHermes },
  { kind: 'airWaybill', carrier: 'DHL Express', proof: 'digit', is: check.isAirWaybill },
  { kind: 'dpdNumber', carrier: 'DPD', proof: 'look', is: (code) => /^0\d{13}$/.test(code) },
] as const satisfies readonly Form[];

export type NumberKind = (typeof FORMS)[number]['kind'];
type Candidate = { kind: NumberKind; carrier?: string; proof: Form['proof'] };

/** What a number may be, the likeliest first; empty for a number of nobody known. Nothing is assumed: a person or an order decides between them. */
export const numberKinds = (code: string): Candidate[] =>
  (FORMS as readonly (Form & { kind: NumberKind })[])
    .filter(({ is }) => is(code))
    .map(({ kind, carrier, proof }) => ({ kind, proof, ...(carrier === undefined ? {} : { carrier }) }));
