import { CURRENCIES } from '#contract/core/fields';
import type { SupplierEvidence } from '#contract/money/incoming-bills';
import type { IncomingFinding } from '#contract/money/incoming-findings';
import { isCreditNote, type ReceivedInvoice } from '#contract/money/received-invoice';
import type { Db } from '../../../core/db/client.ts';
import { parcelsInInvoice } from '../../billing/index.ts';
import { readHouse } from '../../printing/index.ts';
import { today } from '../entry.ts';
import { billLines, statedVat } from './bill-lines.ts';
import { type CheckedFacts, checkFacts } from './check-facts.ts';
import { checkSums } from './check-sums.ts';
import { carrierEvidence, type GateCarrier } from './find-carrier.ts';
import { type FoundSupplier, supplierOf } from './find-supplier.ts';
import { finding } from './finding.ts';

const ORDER: readonly IncomingFinding['level'][] = ['wrong', 'check', 'fine'];
export type Checked = CheckedFacts & FoundSupplier & { carrierBy: SupplierEvidence };

/** `chosen`: the supplier that a person chose; else it is looked for. `carrier`: whose account uploaded the invoice. */
export type Given = { chosen?: FoundSupplier | null; carrier?: GateCarrier | null };

/**
 * The supplier behind an invoice. Of a carrier that is the seller it is the one that the carrier is linked with. Where a carrier uploads the
 * invoice of another seller, nothing is proposed.
 */
async function supplierFor(tx: Db, document: ReceivedInvoice, { chosen, carrier }: Given, by: SupplierEvidence): Promise<FoundSupplier> {
  if (chosen) return chosen;
  if (!carrier) return supplierOf(tx, document);
  return by === 'none' || !carrier.supplier ? { supplier: null, by: 'none' } : { supplier: carrier.supplier, by };
}

/** All findings, what is wrong first. */
export async function check(tx: Db, document: ReceivedInvoice, given: Given = {}): Promise<Checked> {
  const carrier = given.carrier ?? null;
  const carrierBy = carrier ? carrierEvidence(document, carrier) : 'none';
  const found = await supplierFor(tx, document, given, carrierBy);
  const house = await readHouse(tx);
  const facts = await checkFacts(tx, document, { ...found, carrier, carrierBy, house, today: await today(tx) });
  const vat = statedVat(document);
  const currency = CURRENCIES.find((one) => one === document.currency);
  const isCombined = vat && currency && !isCreditNote(document) && billLines(document, vat, currency).isCombined;
  const parcels = await parcelsInInvoice(tx, document, { carrierId: carrier?.id ?? null, supplierId: found.supplier?.id ?? null });
  const findings = [
    ...checkSums(document),
    ...facts.findings,
    ...(isCombined ? [finding('combined', { lines: document.lines.length, groups: vat.length })] : []),
    ...(parcels && parcels.costs.length > 0 ? [finding('parcelsFound', { costs: parcels.costs.length })] : []),
    ...(parcels && parcels.shared > 0 ? [finding('parcelsShared', { lines: parcels.shared })] : []),
  ];
  return { ...facts, ...found, carrierBy, findings: findings.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level)) };
}

export const countOf = (findings: readonly IncomingFinding[], level: IncomingFinding['level']): number =>
  findings.filter((one) => one.level === level).length;
