import { describe, expect, it } from 'vitest';
import type { CsvProfile, ReadEntry, ReadStatement } from '#contract/bank/statement';
import { StatementError } from '../../../server/modules/bank/read/fault.ts';
import { isSameAccount, readStatementFile, readStatementFileInTurns } from '../../../server/modules/bank/read/read.ts';
import { CSV_HEADINGS, camtFile, csvFile, germanIban, type Movement, mt940File } from '../../support/bank-files.ts';

const OWN = germanIban('10020030', 1_234_567);
const PROFILE: CsvProfile = { separator: ';', decimal: ',', day: 'DD.MM.YYYY', skip: 0, columns: CSV_HEADINGS };
const ACCOUNT = { iban: OWN, currency: 'EUR' as const, profile: PROFILE };
const read = (text: string | Uint8Array): ReadStatement[] =>
  readStatementFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, ACCOUNT);
/** The fault of a file that is refused; throws if it is read. */
function faultOf(text: string | Uint8Array): { fault: string; params: Record<string, string | number> } {
  try {
    read(text);
  } catch (error) {
    if (error instanceof StatementError) return { fault: error.fault, params: error.params };
    throw error;
  }
  throw new Error('the file was read');
}

const MOVEMENTS: Movement[] = [
  {
    bookedOn: '2026-11-20',
    valueOn: '2026-11-21',
    amount: 119_000,
    name: 'Northwind Trading Gesellschaft mbH & Co KG',
    iban: germanIban('50010517', 77),
    bic: 'INGDDEFFXXX',
    endToEnd: 'NW-2026-4711',
    purpose: 'Rechnungen E-2026-00001 und E-2026-00002 vom November, vielen Dank',
    bankRef: 'REF0001',
  },
  {
    bookedOn: '2026-11-20',
    amount: -4550,
    name: 'Paketdienst AG',
    iban: germanIban('20041133', 5),
    purpose: 'RE 88',
    bankRef: 'REF0002',
    gvc: '116',
  },
  { bookedOn: '2026-11-21', amount: 1, name: 'Müller & Söhne', purpose: 'Probe', bankRef: 'REF0003' },
  { bookedOn: '2026-11-21', amount: -990, name: 'Bank', purpose: 'Entgelt', gvc: '808', bankRef: 'REF0004' },
];
const STATEMENT = { iban: OWN, number: '42', opening: 500_000, movements: MOVEMENTS };
/** What all formats know. */
const common = ({ bookedOn, valueOn, amount, counterparty, iban, bic, endToEnd, mandate, purpose, bankRef }: ReadEntry) => ({
  bookedOn,
  valueOn,
  amount,
  counterparty,
  iban,
  bic,
  endToEnd,
  mandate,
  purpose,
  bankRef,
});

describe('statements of the same movements', () => {
  it('are read into the same entries from camt.053 02 and 08, MT940 and CSV', () => {
    const [eight, two, swift, csv] = [camtFile(STATEMENT, '08'), camtFile(STATEMENT, '02'), mt940File(STATEMENT), csvFile(STATEMENT)].map(
      (text) => read(text)[0]?.entries.map(common),
    );
    expect(eight).toHaveLength(4);
    expect(eight?.[0]).toMatchObject({
      amount: 119_000,
      counterparty: MOVEMENTS[0]?.name,
      purpose: MOVEMENTS[0]?.purpose,
      bic: 'INGDDEFFXXX',
    });
    expect(two).toEqual(eight);
    expect(swift).toEqual(eight);
    expect(csv).toEqual(eight);
  });

  it('have the same days and balances in every format', () => {
    for (const text of [camtFile(STATEMENT, '08'), camtFile(STATEMENT, '02'), mt940File(STATEMENT), csvFile(STATEMENT)])
      expect(read(text)[0]).toMatchObject({
        fromOn: '2026-11-20',
        toOn: '2026-11-21',
        opening: 500_000,
        closing: 613_461,
        currency: 'EUR',
      });
  });

  it('keep what was paid in another currency, charges, creditor reference and the reason of a return', () => {
    const movements: Movement[] = [
      { bookedOn: '2026-11-20', amount: 90_910, original: { amount: 100_000, currency: 'USD', rate: '1.1' }, fee: 500, name: 'Acme' },
      { bookedOn: '2026-11-20', amount: 23_800, reference: 'RF18E202600001', name: 'Beta' },
      { bookedOn: '2026-11-21', amount: -11_900, returnReason: 'AC04', gvc: '109', endToEnd: 'P-1007', name: 'Gamma' },
    ];
    for (const version of ['02', '08'] as const) {
      const [converted, referenced, returned] = read(camtFile({ ...STATEMENT, movements }, version))[0]?.entries ?? [];
      expect(converted).toMatchObject({ originalAmount: 100_000, originalCurrency: 'USD', rate: '1.1', fee: 500 });
      expect(referenced).toMatchObject({ reference: 'RF18E202600001' });
      expect(returned).toMatchObject({ isReturn: true, returnReason: 'AC04', endToEnd: 'P-1007', code: '109', amount: -11_900 });
    }
    const [converted, referenced, returned] = read(mt940File({ ...STATEMENT, movements }))[0]?.entries ?? [];
    expect(converted).toMatchObject({ originalAmount: 100_000, originalCurrency: 'USD', fee: 500 });
    expect(referenced).toMatchObject({ reference: 'RF18E202600001' });
    expect(returned).toMatchObject({ isReturn: true, endToEnd: 'P-1007', amount: -11_900 });
  });

  it('give each movement of a collective entry, and one entry where the details have no amounts', () => {
    const batch: Movement[] = [
      { bookedOn: '2026-11-20', amount: 1000, name: 'A', bankRef: 'BATCH' },
      { bookedOn: '2026-11-20', amount: 2500, name: 'B', bankRef: 'BATCH' },
    ];
    for (const version of ['02', '08'] as const) {
      const file = camtFile({ ...STATEMENT, movements: [batch] }, version);
      expect(read(file)[0]?.entries).toMatchObject([
        { amount: 1000, counterparty: 'A', batchIndex: 1, bankRef: 'BATCH' },
        { amount: 2500, counterparty: 'B', batchIndex: 2, bankRef: 'BATCH' },
      ]);
    }
    const plain = camtFile({ ...STATEMENT, movements: [batch] }, '02').replaceAll(/<AmtDtls>.*?<\/AmtDtls>/g, '');
    expect(read(plain)[0]?.entries).toMatchObject([{ amount: 3500, batchIndex: 0 }]);
  });

  it('leave out what is only announced, and turn the year at the booking day', () => {
    const pending = camtFile(STATEMENT).replace(
      '</Stmt>',
      `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts></Ntry></Stmt>`,
    );
    expect(read(pending)[0]?.entries).toHaveLength(4);
    const turned = mt940File({ ...STATEMENT, movements: [{ bookedOn: '2027-01-02', valueOn: '2026-12-31', amount: 500 }] });
    expect(read(turned)[0]?.entries).toMatchObject([{ bookedOn: '2027-01-02', valueOn: '2026-12-31' }]);
  });

  it('are read from Latin-1 as well as from UTF-8, and from the account number that MT940 gives', () => {
    const latin = Uint8Array.from(mt940File(STATEMENT), (sign) => sign.charCodeAt(0));
    expect(read(latin)[0]?.entries[2]?.counterparty).toBe('Müller & Söhne');
    expect(isSameAccount(OWN, read(latin)[0]?.account ?? '')).toBe(true);
    expect(isSameAccount(germanIban('10020030', 1_234_568), '10020030/1234567')).toBe(false);
  });
});

it.each([
  ['camt.052', 'BkToCstmrAcctRpt', 'Rpt'],
  ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
])('movements of the day (%s) are read for a preview, without balances', (format, message, statement) => {
  const file = camtFile(STATEMENT)
    .replaceAll('BkToCstmrStmt', message)
    .replaceAll('Stmt>', `${statement}>`)
    .replace(/<Bal>.*<\/Bal>/s, '');
  expect(read(file)[0]).toMatchObject({ format, opening: null, closing: null });
  expect(read(file)[0]?.entries).toHaveLength(4);
});

describe('a bank file that is wrong', () => {
  const camt = camtFile(STATEMENT);
  const swift = mt940File(STATEMENT);
  const csv = csvFile(STATEMENT);

  it.each([
    ['camt.053', camt, camt.lastIndexOf('>') + 1],
    ['MT940', swift, swift.lastIndexOf('-') + 1],
  ])('is refused wherever %s was cut, and never read in part', (_, text, whole) => {
    const bytes = new TextEncoder().encode(text);
    const places = Array.from({ length: 50 }, (__, i) => Math.floor((i * (whole - 1)) / 49));
    for (const place of [...places, ...Array.from({ length: 60 }, (__, i) => whole - 1 - i)])
      expect(() => readStatementFile(bytes.slice(0, Math.max(0, place)), ACCOUNT), `cut at ${place}`).toThrow(StatementError);
    expect(() => readStatementFile(bytes, ACCOUNT)).not.toThrow();
  });

  it.each([
    ['camt.053', camtFile],
    ['MT940', mt940File],
    ['CSV', csvFile],
  ])('lets other work of the server go on while many entries are read: %s', async (_, write) => {
    const [movement] = MOVEMENTS;
    if (!movement) throw new Error('no movement');
    const text = write({ ...STATEMENT, movements: Array.from({ length: 10_000 }, () => ({ ...movement, amount: 100 })) });
    const bytes = new TextEncoder().encode(text);
    let turns = 0;
    const countTurns = (): void => {
      turns += 1;
      next = setImmediate(countTurns);
    };
    let next = setImmediate(countTurns);
    expect(await readStatementFileInTurns(bytes, ACCOUNT)).toEqual(readStatementFile(bytes, ACCOUNT));
    clearImmediate(next);
    // Without turns there is one.
    expect(turns).toBeGreaterThan(1);
  });

  it('is refused wherever CSV was cut within a row', () => {
    const bytes = new TextEncoder().encode(csv);
    for (let place = 0; place < bytes.length; place += 1)
      if (bytes[place - 1] !== 10)
        expect(() => readStatementFile(bytes.slice(0, place), ACCOUNT), `cut at ${place}`).toThrow(StatementError);
  });

  it('is refused with line and reason', () => {
    expect(faultOf(new Uint8Array())).toMatchObject({ fault: 'empty' });
    expect(faultOf(' \n')).toMatchObject({ fault: 'empty' });
    expect(faultOf(new Uint8Array(21 * 1024 * 1024).fill(65))).toMatchObject({ fault: 'tooLarge', params: { size: 20 } });
    expect(faultOf(camt.replace('?>\n', '?>\n<!DOCTYPE x [<!ENTITY a "b">]>'))).toMatchObject({ fault: 'doctype', params: { line: 2 } });
    expect(faultOf(camt.replace('<Nm>Paketdienst', '<Nm>&x;Paketdienst'))).toMatchObject({ fault: 'broken' });
    expect(faultOf(camt.replace('>1190.00<', '>1190.005<'))).toMatchObject({ fault: 'decimals', params: { line: 5, text: '1190.005' } });
    expect(faultOf(camt.replace('>1190.00<', '>1190,00<'))).toMatchObject({ fault: 'decimalSign' });
    expect(faultOf(camt.replace('>1190.00<', '>1191.00<'))).toMatchObject({
      fault: 'sums',
      params: { expected: '1134.61', found: '1135.61' },
    });
    expect(faultOf(camt.replace('<Dt>2026-11-20</Dt>', '<Dt>2026-11-31</Dt>'))).toMatchObject({ fault: 'day' });
    expect(faultOf(camt.replaceAll('EUR', 'XYZ'))).toMatchObject({ fault: 'currency', params: { text: 'XYZ' } });
    expect(faultOf(camt.replace(/(<Ntry><Amt[^>]*>[^<]*<\/Amt>)<CdtDbtInd>CRDT<\/CdtDbtInd>/, '$1'))).toMatchObject({
      fault: 'mark',
      params: { line: 5 },
    });
    expect(faultOf(camt.replace(/<Bal>.*<\/Bal>/s, ''))).toMatchObject({ fault: 'balanceMissing' });
    expect(faultOf('<?xml version="1.0"?><Document><Other/></Document>')).toMatchObject({ fault: 'unknownFormat' });
    expect(faultOf(`<Document>${'<a>'.repeat(60)}`)).toMatchObject({ fault: 'tooDeep' });
    expect(faultOf(swift.replace('CR1190,00', 'XR1190,00'))).toMatchObject({ fault: 'mark', params: { line: 5 } });
    expect(faultOf(swift.replace('CR1190,00', '1190,00'))).toMatchObject({ fault: 'mark', params: { line: 5 } });
    expect(faultOf(swift.replace('1190,00', '1190,000'))).toMatchObject({ fault: 'decimals' });
    expect(faultOf(swift.replace(':61:261121', ':61:261131'))).toMatchObject({ fault: 'day', params: { line: 5 } });
    expect(faultOf(csv.replace('1190,00', '1.190.00'))).toMatchObject({ fault: 'amount', params: { line: 2 } });
    expect(faultOf(csv.replaceAll(/(\d),(\d\d)/g, '$1.$2'))).toMatchObject({ fault: 'decimalSign', params: { line: 2 } });
    expect(faultOf(csv.replace('Betrag', 'Umsatz'))).toMatchObject({ fault: 'columnMissing', params: { text: 'Betrag' } });
    expect(faultOf(csv.replace(';EUR;', ';EUR;;'))).toMatchObject({ fault: 'columns', params: { line: 2, expected: 12, found: 13 } });
    expect(() => readStatementFile(new TextEncoder().encode(csv), { ...ACCOUNT, profile: null })).toThrow(/profileMissing/);
  });

  it('reads 10,000 entries of camt.053 whole', () => {
    const movements = Array.from({ length: 10_000 }, (_, i) => ({
      ...MOVEMENTS[0],
      bookedOn: '2026-11-20',
      amount: i + 1,
      bankRef: `R${i}`,
    }));
    expect(read(camtFile({ ...STATEMENT, movements }))[0]?.entries).toHaveLength(10_000);
  });
});
