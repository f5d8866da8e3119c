import * as check from './check-digits.ts';

/** A number format, its carrier, and whether a check digit proves it (`digit`) or only its shape (`look`). */
type Form = { kind: string; carrier?: string; proof: 'digit' | 'look'; is: (code: string) => boolean };

/**
 * All number formats on labels, most specific first: a distinctive shape with check digit, then a check digit, then only a shape.
 * Numbers of fourteen digits match four formats (labels.md, 1.4): the first two have different check digits, unproven ones come last.
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

/** Possible kinds of a number, most likely first; empty if unknown. A person or the order decides between them. */
export const numberKinds = (code: string): Candidate[] =>
  (FORMS as readonly (Form & { kind: NumberKind })[])
    .filter(({ is }) => is(code))
    .map(({ kind, carrier, proof }) => ({ kind, proof, ...(carrier === undefined ? {} : { carrier }) }));
