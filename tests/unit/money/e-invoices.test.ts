import { describe, expect, it } from 'vitest';
import type { EInvoice } from '#contract/money/e-invoice';
import { creditorReference, epcCode, isCreditorReference } from '#contract/money/remittance';
import { writeCii } from '../../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../../server/modules/money/e-invoice/ubl.ts';
import { asModel } from '../../support/e-invoice/as-model.ts';
import { drawDocuments, randomOf } from '../../support/e-invoice/draw.ts';
import { readCii } from '../../support/e-invoice/read-cii.ts';
import { readUbl } from '../../support/e-invoice/read-ubl.ts';
import { brokenRules, CORE_RULES, XRECHNUNG_RULES } from '../../support/e-invoice/rules.ts';
import type { Semantic } from '../../support/e-invoice/terms.ts';

const DOCUMENTS = 10_000;

/** All documents of a seed, until there are so many. */
function* documents(seed: number, most: number): Generator<EInvoice> {
  const random = randomOf(seed);
  for (let n = 1, made = 0; made < most; n++)
    for (const { invoice } of drawDocuments(random, n)) {
      made += 1;
      yield invoice;
    }
}
const rulesOf = ({ format }: EInvoice) => (format.startsWith('xrechnung') ? XRECHNUNG_RULES : CORE_RULES);

describe('an e-invoice', () => {
  it('keeps every rule of EN 16931 and of the German profile, in both syntaxes, whatever is billed or credited', () => {
    const broken = new Map<string, string>();
    const seen = new Set<string>();
    for (const invoice of documents(16_931, DOCUMENTS)) {
      for (const category of new Set(invoice.vat.map((group) => group.category)))
        seen.add(`${invoice.typeCode} ${invoice.currency} ${category}`);
      for (const read of [readCii(writeCii(invoice)), readUbl(writeUbl(invoice))])
        for (const id of brokenRules(read, rulesOf(invoice))) broken.set(id, `${invoice.no} ${invoice.format}`);
    }
    expect([...broken]).toEqual([]);
    // Both documents in both currencies in all seven categories.
    expect(seen.size).toBe(28);
    expect(Object.keys(XRECHNUNG_RULES).length).toBeGreaterThanOrEqual(90);
  });

  it('reads back as what it was written from', () => {
    for (const invoice of documents(4711, 1000)) {
      const { format: _, ...model } = invoice;
      expect(asModel(readCii(writeCii(invoice)))).toEqual(model);
      // UBL keeps a due date of a credit note with the payment.
      expect(asModel(readUbl(writeUbl(invoice)))).toEqual(model);
    }
  });

  it('is the same bytes each time', () => {
    for (const invoice of documents(1, 20)) {
      expect(writeCii(structuredClone(invoice))).toBe(writeCii(invoice));
      expect(writeUbl(structuredClone(invoice))).toBe(writeUbl(invoice));
    }
  });
});

/** A whole document, to be spoilt. */
const sound = (): Semantic => {
  const [whole] = drawDocuments(randomOf(3), 1, 'xrechnung-cii');
  if (!whole) throw new Error('nothing drawn');
  return readCii(writeCii(whole.invoice));
};

describe('the rules of the tests', () => {
  it('find what is missing or wrong', () => {
    const spoilt = (change: (one: Semantic) => void): string[] => {
      const one = sound();
      change(one);
      return brokenRules(one, XRECHNUNG_RULES);
    };
    expect(spoilt(() => undefined)).toEqual([]);
    for (const [term, id] of [
      ['BT-1', 'BR-02'],
      ['BT-10', 'BR-DE-15'],
      ['BT-42', 'BR-DE-6'],
      ['BT-49', 'PEPPOL-EN16931-R010'],
      ['BT-84', 'BR-61'],
      ['BT-115', 'BR-15'],
    ] as const)
      expect(spoilt(({ head }) => delete head[term])).toContain(id);
    expect(spoilt(({ head }) => (head['BT-112'] = '1.00'))).toEqual(expect.arrayContaining(['BR-CO-15', 'BR-CO-16']));
    expect(spoilt(({ lines }) => lines.forEach((line) => (line['BT-131'] = '0.01')))).toContain('BR-CO-10');
    expect(spoilt(({ vat }) => vat.forEach((group) => (group['BT-118'] = 'O')))).toContain('BR-O-02' in XRECHNUNG_RULES ? 'BR-O-01' : '');
    expect(spoilt(({ empty }) => empty.push('ram:Name'))).toEqual(['PEPPOL-EN16931-R008']);
  });
});

describe('what a payer scans or writes', () => {
  it('has the check digits of ISO 11649', () => {
    // Example of the standard.
    expect(creditorReference('539007547034')).toBe('RF18539007547034');
    expect(creditorReference('E-2026-00001')).toMatch(/^RF\d\dE202600001$/);
    for (let n = 1; n < 2000; n++) expect(isCreditorReference(creditorReference(`E-2026-${String(n).padStart(5, '0')}`))).toBe(true);
    expect(isCreditorReference('RF19539007547034')).toBe(false);
    expect(creditorReference('A'.repeat(22))).toBe('');
  });

  it('is the payload that EPC069-12 describes', () => {
    const transfer = {
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      holder: 'Haus für Ware',
      amount: 41_983,
      reference: 'RF18539007547034',
    };
    expect(epcCode(transfer).split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Haus für Ware',
      'DE02120300000000202051',
      'EUR419.83',
      '',
      'RF18539007547034',
    ]);
    expect(epcCode({ ...transfer, holder: 'Ä'.repeat(200) }).split('\n')[5]).toHaveLength(70);
    expect(new TextEncoder().encode(epcCode({ ...transfer, holder: '漢'.repeat(200) })).length).toBeLessThanOrEqual(331);
    for (const wrong of [{ amount: 0 }, { iban: '' }, { amount: 100_000_000_000 }]) expect(epcCode({ ...transfer, ...wrong })).toBe('');
    expect(epcCode({ ...transfer, amount: 5 })).toContain('EUR0.05');
  });
});
