/** Writes statements of the same movements in every format that the house reads. Shares no code with the readers. */

export type Movement = {
  bookedOn: string;
  valueOn?: string;
  /** Signed, in cents. */
  amount: number;
  name?: string;
  iban?: string;
  bic?: string;
  endToEnd?: string;
  mandate?: string;
  reference?: string;
  purpose?: string;
  bankRef?: string;
  gvc?: string;
  fee?: number;
  original?: { amount: number; currency: string; rate: string };
  returnReason?: string;
};
export type Statement = { iban: string; number: string; opening: number; movements: Movement[]; currency?: string; on?: string };

const sumOf = (movements: readonly Movement[]): number => movements.reduce((sum, { amount }) => sum + amount, 0);
const point = (cents: number): string => (Math.abs(cents) / 100).toFixed(2);
const comma = (cents: number): string => point(cents).replace('.', ',');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tag = (name: string, text: string | undefined): string => (text ? `<${name}>${escaped(text)}</${name}>` : '');
const lastDay = ({ movements, on }: Statement): string =>
  on ??
  movements
    .map(({ bookedOn }) => bookedOn)
    .sort()
    .at(-1) ??
  '2026-11-25';

type Version = '02' | '08';

function camtParty(role: 'Dbtr' | 'Cdtr', name: string | undefined, version: Version): string {
  if (!name) return '';
  return version === '08' ? `<${role}><Pty>${tag('Nm', name)}</Pty></${role}>` : `<${role}>${tag('Nm', name)}</${role}>`;
}

function camtDetails(one: Movement, own: string, currency: string, version: Version, alone: boolean): string {
  const [other, us] = one.amount > 0 ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const);
  const bic = version === '08' ? 'BICFI' : 'BIC';
  const amount = `<Amt Ccy="${currency}">${point(one.amount)}</Amt>`;
  const original = one.original
    ? `<InstdAmt><Amt Ccy="${one.original.currency}">${point(one.original.amount)}</Amt></InstdAmt><TxAmt>${amount}<CcyXchg><SrcCcy>${one.original.currency}</SrcCcy><XchgRate>${one.original.rate}</XchgRate></CcyXchg></TxAmt>`
    : version === '02' && !alone
      ? `<TxAmt>${amount}</TxAmt>`
      : '';
  const fee = one.fee
    ? version === '08'
      ? `<Chrgs><Rcrd><Amt Ccy="${currency}">${point(one.fee)}</Amt></Rcrd></Chrgs>`
      : `<Chrgs><Amt Ccy="${currency}">${point(one.fee)}</Amt></Chrgs>`
    : '';
  return `<TxDtls><Refs>${tag('EndToEndId', one.endToEnd ?? 'NOTPROVIDED')}${tag('MndtId', one.mandate)}</Refs>${
    version === '08' && !alone ? `${amount}<CdtDbtInd>${one.amount > 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd>` : ''
  }${original ? `<AmtDtls>${original}</AmtDtls>` : ''}${fee}<RltdPties>${camtParty(other, one.name, version)}${
    one.iban ? `<${other}Acct><Id><IBAN>${one.iban}</IBAN></Id></${other}Acct>` : ''
  }${camtParty(us, 'Kontor GmbH', version)}<${us}Acct><Id><IBAN>${own}</IBAN></Id></${us}Acct></RltdPties>${
    one.bic ? `<RltdAgts><${other}Agt><FinInstnId><${bic}>${one.bic}</${bic}></FinInstnId></${other}Agt></RltdAgts>` : ''
  }<RmtInf>${tag('Ustrd', one.purpose)}${one.reference ? `<Strd><CdtrRefInf>${tag('Ref', one.reference)}</CdtrRefInf></Strd>` : ''}</RmtInf>${
    one.returnReason ? `<RtrInf><Rsn><Cd>${one.returnReason}</Cd></Rsn></RtrInf>` : ''
  }</TxDtls>`;
}

function camtEntry(parts: readonly Movement[], own: string, currency: string, version: Version): string {
  const [first] = parts;
  if (!first) return '';
  const sum = sumOf(parts);
  const status = version === '08' ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>';
  return `<Ntry><Amt Ccy="${currency}">${point(sum)}</Amt><CdtDbtInd>${sum > 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd>${
    first.returnReason ? '<RvslInd>true</RvslInd>' : ''
  }${status}<BookgDt><Dt>${first.bookedOn}</Dt></BookgDt><ValDt><Dt>${first.valueOn ?? first.bookedOn}</Dt></ValDt>${tag('AcctSvcrRef', first.bankRef)}<BkTxCd><Prtry><Cd>NTRF+${
    first.gvc ?? '166'
  }+9251</Cd></Prtry></BkTxCd><NtryDtls>${parts.map((one) => camtDetails(one, own, currency, version, parts.length === 1)).join('')}</NtryDtls></Ntry>`;
}

/** camt.053. A list among the movements is a collective entry. */
export function camtFile(
  statement: Omit<Statement, 'movements'> & { movements: (Movement | Movement[])[] },
  version: Version = '08',
): string {
  const { iban, number, opening, movements, currency = 'EUR' } = statement;
  const day = lastDay({ ...statement, movements: movements.flat() });
  const balance = (code: string, amount: number, on: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${point(amount)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`;
  const entries = movements.map((one) => camtEntry(Array.isArray(one) ? one : [one], iban, currency, version)).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M${number}</MsgId><CreDtTm>${day}T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>${day}T06:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening, day)}${balance('CLBD', opening + sumOf(movements.flat()), day)}
${entries}
</Stmt></BkToCstmrStmt></Document>
`;
}

const six = (day: string): string => day.slice(2).replaceAll('-', '');
const PIECE = 27;

/** Field 86 in pieces of 27 signs, and lines of 65. */
function information(one: Movement): string {
  const tags = [
    one.endToEnd ? `EREF+${one.endToEnd}` : '',
    one.mandate ? `MREF+${one.mandate}` : '',
    one.reference || one.purpose ? `SVWZ+${one.reference ?? one.purpose}` : '',
  ];
  const pieces = tags.flatMap((text) => text.match(new RegExp(`[\\s\\S]{1,${PIECE}}`, 'g')) ?? []);
  const number = (i: number): string => (i < 10 ? `2${i}` : `6${i - 10}`);
  const purpose = pieces.map((piece, i) => `?${number(i)}${piece}`).join('');
  const name = one.name ? `?32${one.name.slice(0, PIECE)}${one.name.length > PIECE ? `?33${one.name.slice(PIECE)}` : ''}` : '';
  const text = `${one.gvc ?? '166'}?00BUCHUNG${purpose}${one.bic ? `?30${one.bic}` : ''}${one.iban ? `?31${one.iban}` : ''}${name}`;
  return (text.match(/[\s\S]{1,61}/g) ?? []).join('\r\n');
}

export function mt940File(statement: Statement): string {
  const { iban, number, opening, movements, currency = 'EUR' } = statement;
  const day = six(lastDay(statement));
  const balance = (tagName: string, amount: number): string => `:${tagName}:${amount < 0 ? 'D' : 'C'}${day}${currency}${comma(amount)}`;
  const lines = movements.flatMap((one) => {
    const mark = one.returnReason || one.gvc === '109' ? (one.amount > 0 ? 'RD' : 'RC') : one.amount > 0 ? 'C' : 'D';
    const extra = [
      one.original ? `/OCMT/${one.original.currency}${comma(one.original.amount)}/` : '',
      one.fee ? `/CHGS/${currency}${comma(one.fee)}/` : '',
    ].join('');
    return [
      `:61:${six(one.valueOn ?? one.bookedOn)}${six(one.bookedOn).slice(2)}${mark}R${comma(one.amount)}NTRFNONREF${one.bankRef ? `//${one.bankRef}` : ''}`,
      ...(extra ? [extra] : []),
      `:86:${information(one)}`,
    ];
  });
  return `${[
    ':20:STARTUMS',
    `:25:${iban.slice(4, 12)}/${Number(iban.slice(12))}`,
    `:28C:${number}/1`,
    balance('60F', opening),
    ...lines,
    balance('62F', opening + sumOf(movements)),
    '-',
  ].join('\r\n')}\r\n`;
}

const germanDay = (day: string): string => day.split('-').toReversed().join('.');
const quoted = (text = ''): string => `"${text.replaceAll('"', '""')}"`;

/** A CSV file as German savings banks write it, with a balance behind each row. */
export function csvFile({ opening, movements }: Statement): string {
  let balance = opening;
  const rows = movements.map((one) => {
    balance += one.amount;
    const signed = (cents: number): string => `${cents < 0 ? '-' : ''}${comma(cents)}`;
    return [
      germanDay(one.bookedOn),
      germanDay(one.valueOn ?? one.bookedOn),
      quoted(one.name),
      quoted(one.iban),
      quoted(one.bic),
      quoted(one.endToEnd),
      quoted(one.mandate),
      quoted(one.purpose),
      quoted(one.bankRef),
      signed(one.amount),
      'EUR',
      signed(balance),
    ].join(';');
  });
  const head = 'Buchungstag;Valuta;Name;IBAN;BIC;Kundenreferenz;Mandat;Verwendungszweck;Bankreferenz;Betrag;Währung;Saldo';
  return `${[head, ...rows].join('\n')}\n`;
}
export const CSV_HEADINGS = {
  bookedOn: 'Buchungstag',
  valueOn: 'Valuta',
  counterparty: 'Name',
  iban: 'IBAN',
  bic: 'BIC',
  endToEnd: 'Kundenreferenz',
  mandate: 'Mandat',
  purpose: 'Verwendungszweck',
  bankRef: 'Bankreferenz',
  amount: 'Betrag',
  currency: 'Währung',
  balance: 'Saldo',
};

/** A German IBAN with valid check digits. */
export function germanIban(bank: string, account: number): string {
  const bban = `${bank}${String(account).padStart(10, '0')}`;
  const rest = Array.from(`${bban}131400`, Number).reduce((sum, digit) => (sum * 10 + digit) % 97, 0);
  return `DE${String(98 - rest).padStart(2, '0')}${bban}`;
}
