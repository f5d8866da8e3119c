import type { Address } from '#contract/core/fields';
import { escapeXml } from '../../core/escape-xml.ts';

/** Writes payment orders as pain.001.001.09 (ISO 20022; EPC132-08): one file, one account, one day. */

export type PainOrder = {
  endToEnd: string;
  /** Cents. */
  amount: number;
  name: string;
  iban: string;
  bic: string;
  address: Partial<Address>;
  text: string;
};
export type PainFile = {
  messageId: string;
  /** ISO date and time without zone. */
  createdAt: string;
  executeOn: string;
  debtor: { name: string; iban: string; bic: string };
  orders: readonly PainOrder[];
};

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'o',
  Ø: 'O',
  '&': '+',
  _: '-',
};

/** A text in the signs that every SEPA bank takes (EPC217-08): accents are taken off, all else becomes a point. */
export const sepaText = (text: string, max: number): string =>
  Array.from(text, (sign) => LETTERS[sign] ?? sign)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    // A reference must not begin or end with a slash.
    .replace(/^\/+|\/+$/g, '');

const amount = (cents: number): string => (cents / 100).toFixed(2);
const tag = (name: string, text: string): string => (text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`);
const agent = (name: string, bic: string): string =>
  `<${name}><FinInstnId>${bic === '' ? '<Othr><Id>NOTPROVIDED</Id></Othr>' : tag('BICFI', bic)}</FinInstnId></${name}>`;

/** Structured, because unstructured addresses are refused from November 2026 on. Town and country are needed, or it is left out. */
function addressOf({ streetName = '', streetNumber = '', zip = '', city = '', country = '' }: Partial<Address>): string {
  if (city === '' || country === '') return '';
  const parts = [
    tag('StrtNm', sepaText(streetName, 70)),
    tag('BldgNb', sepaText(streetNumber, 16)),
    tag('PstCd', sepaText(zip, 16)),
    tag('TwnNm', sepaText(city, 35)),
    tag('Ctry', country),
  ];
  return `<PstlAdr>${parts.join('')}</PstlAdr>`;
}

const orderOf = ({ endToEnd, amount: cents, name, iban, bic, address, text }: PainOrder): string =>
  `<CdtTrfTxInf><PmtId>${tag('EndToEndId', sepaText(endToEnd, 35))}</PmtId><Amt><InstdAmt Ccy="EUR">${amount(cents)}</InstdAmt></Amt>${
    bic === '' ? '' : agent('CdtrAgt', bic)
  }<Cdtr>${tag('Nm', sepaText(name, 70))}${addressOf(address)}</Cdtr><CdtrAcct><Id>${tag('IBAN', iban)}</Id></CdtrAcct><RmtInf>${tag('Ustrd', sepaText(text, 140))}</RmtInf></CdtTrfTxInf>`;

export function painFile({ messageId, createdAt, executeOn, debtor, orders }: PainFile): string {
  const count = String(orders.length);
  const sum = amount(orders.reduce((total, order) => total + order.amount, 0));
  const name = sepaText(debtor.name, 70);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr>${tag('MsgId', sepaText(messageId, 35))}${tag('CreDtTm', createdAt)}${tag('NbOfTxs', count)}${tag('CtrlSum', sum)}<InitgPty>${tag('Nm', name)}</InitgPty></GrpHdr>
<PmtInf>${tag('PmtInfId', sepaText(messageId, 35))}<PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${tag('NbOfTxs', count)}${tag('CtrlSum', sum)}<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt>${tag('Dt', executeOn)}</ReqdExctnDt><Dbtr>${tag('Nm', name)}</Dbtr><DbtrAcct><Id>${tag('IBAN', debtor.iban)}</Id></DbtrAcct>${agent('DbtrAgt', debtor.bic)}<ChrgBr>SLEV</ChrgBr>
${orders.map(orderOf).join('\n')}
</PmtInf></CstmrCdtTrfInitn></Document>
`;
}
