import { sql } from 'drizzle-orm';
import { addDays } from '#contract/core/house-day';
import type { Db } from '../core/db/client.ts';
import { cell, statement } from '../core/db/statement.ts';
import { escapeXml } from '../core/escape-xml.ts';
import { readSampleStatement } from '../modules/bank/index.ts';
import { today } from '../modules/money/entry.ts';

/** The sample's account at a bank, with one statement whose entries are of every sort: clear, doubtful, unknown. */

const IBAN = 'DE89100200300007654321';

const findOpen = statement(
  { no: cell.text, party: cell.text, open: cell.bigint },
  () =>
    sql`select no, party_name as party, open from invoices where open > 0 and kind = 'invoice' and currency = 'EUR' and posted_at is not null order by no`,
);
const insertAccount = statement(
  { id: cell.uuid },
  () => sql`with ledger as (insert into accounts (no, name, kind, currency) values ('1201', 'House bank', 'bank', 'EUR') returning id)
    insert into bank_accounts (name, holder, iban, bic, account_id) select 'House bank', 'Kontor Logistik GmbH', ${IBAN}, 'COBADEFFXXX', id from ledger returning id`,
);
const insertRule = statement(
  { id: cell.uuid },
  ({ bankAccount }: { bankAccount: string }) => sql`insert into bank_rules (name, side, text, bank_account_id, account_id, automatic)
    select 'Account charges', 'out', 'Kontoführung', ${bankAccount}::uuid, id, true from accounts where no = '4970' returning id`,
);

type Line = { amount: number; name: string; purpose: string; iban?: string };

const figure = (cents: number): string => (Math.abs(cents) / 100).toFixed(2);
const mark = (cents: number): string => (cents < 0 ? 'DBIT' : 'CRDT');

/** As a bank writes it: camt.053, version 08. */
function fileOf(lines: readonly Line[], day: string): string {
  const balance = (code: string, amount: number): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${figure(amount)}</Amt><CdtDbtInd>${mark(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = lines.map(({ amount, name, purpose, iban = '' }, i) => {
    const side = amount < 0 ? 'Cdtr' : 'Dbtr';
    const account = iban === '' ? '' : `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>`;
    return `<Ntry><Amt Ccy="EUR">${figure(amount)}</Amt><CdtDbtInd>${mark(amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>SAMPLE${i}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${side}><Pty><Nm>${escapeXml(name)}</Nm></Pty></${side}>${account}</RltdPties><RmtInf><Ustrd>${escapeXml(purpose)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  const closing = lines.reduce((sum, { amount }) => sum + amount, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><ElctrncSeqNb>1</ElctrncSeqNb><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', 0)}${balance('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>
`;
}

export async function loadBank(db: Db): Promise<void> {
  const { id } = await insertAccount.one(db);
  await insertRule.one(db, { bankAccount: id });
  const day = addDays(await today(db), -1);
  const [first, second] = await findOpen(db);
  const lines: Line[] = [
    ...(first ? [{ amount: first.open, name: first.party, purpose: `Rechnung ${first.no}`, iban: 'DE82500105170000000077' }] : []),
    ...(second ? [{ amount: second.open - 900, name: second.party, purpose: `${second.no} thank you` }] : []),
    { amount: 12_345, name: 'Unknown payer', purpose: 'Advance payment' },
    { amount: -990, name: 'Sample bank', purpose: 'Kontoführung' },
    { amount: -210_000, name: 'Harbour Estates', purpose: 'Rent of hall 2' },
  ];
  await readSampleStatement(db, 'statement-1.xml', Buffer.from(fileOf(lines, day)));
}
