import { CURRENCIES } from '#contract/core/fields';
import type { IncomingFinding } from '#contract/money/incoming-findings';
import { isCreditNote, type ReceivedInvoice } from '#contract/money/received-invoice';
import type { Db } from '../../../core/db/client.ts';
import { readHouse } from '../../printing/index.ts';
import { today } from '../entry.ts';
import { billLines, statedVat } from './bill-lines.ts';
import { type CheckedFacts, checkFacts } from './check-facts.ts';
import { checkSums } from './check-sums.ts';
import { type FoundSupplier, supplierOf } from './find-supplier.ts';
import { finding } from './finding.ts';

const ORDER: readonly IncomingFinding['level'][] = ['wrong', 'check', 'fine'];
export type Checked = CheckedFacts & FoundSupplier;

/** All findings, what is wrong first. @param chosen the supplier that a person chose; null: it is looked for */
export async function check(tx: Db, document: ReceivedInvoice, chosen: FoundSupplier | null = null): Promise<Checked> {
  const found = chosen ?? (await supplierOf(tx, document));
  const facts = await checkFacts(tx, document, { ...found, house: await readHouse(tx), today: await today(tx) });
  const vat = statedVat(document);
  const currency = CURRENCIES.find((one) => one === document.currency);
  const isCombined = vat && currency && !isCreditNote(document) && billLines(document, vat, currency).isCombined;
  const findings = [
    ...checkSums(document),
    ...facts.findings,
    ...(isCombined ? [finding('combined', { lines: document.lines.length, groups: vat.length })] : []),
  ];
  return { ...facts, ...found, findings: findings.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level)) };
}

export const countOf = (findings: readonly IncomingFinding[], level: IncomingFinding['level']): number =>
  findings.filter((one) => one.level === level).length;
