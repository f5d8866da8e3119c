import { MAX_STATEMENT_ENTRIES, RETURN_CODES, type ReadEntry, type ReadStatement, type StatementFormat } from '#contract/bank/statement';
import type { Currency } from '#contract/money/scale';
import { find, findAll, type Node, textAt, xmlSteps } from '../../../core/read-xml.ts';
import { mapInSteps, type Steps } from '../../../core/steps.ts';
import { BLANK, checkSums, fail, isoDay, knownCurrency, minorOf, referenceOf, tidy, tidyCode } from './fault.ts';

/**
 * Statements of ISO 20022: camt.053 in versions 02 and 08, and camt.052 and 054 for a preview. Elements are found by local names, so the
 * version is not asked for; where the versions differ both places are looked at.
 */

const MESSAGES: Record<string, { format: StatementFormat; statement: string }> = {
  BkToCstmrStmt: { format: 'camt.053', statement: 'Stmt' },
  BkToCstmrAcctRpt: { format: 'camt.052', statement: 'Rpt' },
  BkToCstmrDbtCdtNtfctn: { format: 'camt.054', statement: 'Ntfctn' },
};

const LIMITS = { depth: 40, nodes: 3_000_000 };

/** Whether a text is meant to be such a file. */
export const isCamt = (text: string): boolean => /^\uFEFF?\s*<(\?xml|!DOCTYPE|[\w:]*Document)/i.test(text);

/** CRDT is money in. @throws StatementError `mark` */
function signOf(node: Node): 1 | -1 {
  const mark = textAt(node, 'CdtDbtInd');
  if (mark === 'CRDT') return 1;
  return mark === 'DBIT' ? -1 : fail('mark', { line: node.line });
}

/** An amount with its currency, in the smallest unit. */
function amountOf(node: Node | undefined, line: number): { amount: number; currency: string } {
  if (!node) return fail('amount', { line, text: '' });
  return { amount: minorOf(node.text.trim(), '.', node.line), currency: node.attributes['Ccy'] ?? '' };
}

const dayAt = (node: Node | undefined, line: number): string => isoDay(textAt(node, 'Dt', 'DtTm'), node?.line ?? line);

/** The party on the other side: the one that is not the holder of the account. */
function partyOf(details: Node | undefined, amount: number, own: string): Pick<ReadEntry, 'counterparty' | 'iban' | 'bic'> {
  const [parties, agents] = [find(details, 'RltdPties'), find(details, 'RltdAgts')];
  const side = (role: 'Dbtr' | 'Cdtr') => ({
    counterparty: tidy(textAt(parties, `${role}/Pty/Nm`, `${role}/Nm`, `Ultmt${role}/Pty/Nm`, `Ultmt${role}/Nm`)),
    iban: tidyCode(textAt(parties, `${role}Acct/Id/IBAN`, `${role}Acct/Id/Othr/Id`)),
    bic: tidyCode(textAt(agents, `${role}Agt/FinInstnId/BICFI`, `${role}Agt/FinInstnId/BIC`)),
  });
  const [other, holder] = amount > 0 ? [side('Dbtr'), side('Cdtr')] : [side('Cdtr'), side('Dbtr')];
  // A returned payment names the parties of the original, so the sides are the other way round.
  return other.iban !== '' && other.iban === own ? holder : other;
}

/** `PMNT-RCDT-ESCT`, or the German code in the proprietary part: NTRF+166+9251. */
function codeOf(node: Node | undefined): string {
  const german = /(?:^|\+)(\d{3})(?:\+|$)/.exec(textAt(node, 'BkTxCd/Prtry/Cd'))?.[1];
  if (german) return german;
  const parts = [textAt(node, 'BkTxCd/Domn/Cd'), textAt(node, 'BkTxCd/Domn/Fmly/Cd'), textAt(node, 'BkTxCd/Domn/Fmly/SubFmlyCd')];
  return parts.filter(Boolean).join('-');
}

/** Charges in the currency of the account; version 08 has records. */
function feeOf(node: Node | undefined, currency: Currency): number | null {
  const charges = findAll(node, 'Chrgs');
  const records = charges.flatMap((one) => findAll(one, 'Rcrd'));
  const parts = records.length > 0 ? records : charges;
  const amounts = parts.flatMap((one) => {
    const amount = find(one, 'Amt');
    return amount && (amount.attributes['Ccy'] ?? currency) === currency ? [minorOf(amount.text.trim(), '.', amount.line)] : [];
  });
  const sum = amounts.reduce((total, one) => total + one, 0);
  return sum === 0 ? null : sum;
}

/** What was paid before the bank converted it. */
function originalOf(details: Node | undefined, entry: Node, currency: Currency) {
  const amounts = find(details, 'AmtDtls') ?? find(entry, 'AmtDtls');
  const given = find(amounts, 'InstdAmt', 'Amt');
  const rate = textAt(amounts, 'TxAmt/CcyXchg/XchgRate', 'CntrValAmt/CcyXchg/XchgRate', 'InstdAmt/CcyXchg/XchgRate');
  if (!given || (given.attributes['Ccy'] ?? currency) === currency) return { originalAmount: null, originalCurrency: '', rate: '' };
  return { originalAmount: minorOf(given.text.trim(), '.', given.line), originalCurrency: given.attributes['Ccy'] ?? '', rate };
}

type Head = Pick<ReadEntry, 'line' | 'bookedOn' | 'valueOn'> & { currency: Currency; own: string; entry: Node };

/** One movement: a whole entry, or one of a collective entry. */
function movement({ entry, own, currency, ...head }: Head, details: Node | undefined, amount: number, batchIndex: number): ReadEntry {
  const code = codeOf(details) || codeOf(entry);
  const returned = find(details, 'RtrInf');
  const unstructured = findAll(find(details, 'RmtInf'), 'Ustrd').map(({ text }) => text);
  return {
    ...BLANK,
    ...head,
    amount,
    ...originalOf(details, entry, currency),
    fee: feeOf(details, currency) ?? (batchIndex === 0 ? feeOf(entry, currency) : null),
    ...partyOf(details, amount, own),
    endToEnd: referenceOf(textAt(details, 'Refs/EndToEndId')),
    mandate: referenceOf(textAt(details, 'Refs/MndtId')),
    reference: tidyCode(textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref')),
    purpose: tidy(unstructured.join(' ') || textAt(details, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf')),
    bankRef: referenceOf(textAt(entry, 'AcctSvcrRef') || textAt(details, 'Refs/AcctSvcrRef')),
    code,
    batchIndex,
    isReturn: returned !== undefined || textAt(entry, 'RvslInd') === 'true' || RETURN_CODES.includes(code),
    returnReason: textAt(returned, 'Rsn/Cd', 'Rsn/Prtry'),
  };
}

/** The amount of one movement of a collective entry; null where it has none in the currency of the account. */
function partAmount(details: Node, currency: Currency, fallback: 1 | -1): number | null {
  const node = find(details, 'Amt') ?? find(details, 'AmtDtls', 'TxAmt', 'Amt');
  if (!node || (node.attributes['Ccy'] ?? currency) !== currency) return null;
  return (textAt(details, 'CdtDbtInd') === '' ? fallback : signOf(details)) * minorOf(node.text.trim(), '.', node.line);
}

function entriesOf(entry: Node, currency: Currency, own: string): ReadEntry[] {
  const status = textAt(entry, 'Sts/Cd', 'Sts');
  if (status !== '' && status !== 'BOOK') return [];
  const { line } = entry;
  const found = amountOf(find(entry, 'Amt'), line);
  if (found.currency !== currency) fail('currency', { line, text: found.currency });
  const sign = signOf(entry);
  const bookedOn = dayAt(find(entry, 'BookgDt'), line);
  const value = find(entry, 'ValDt');
  const head = { line, bookedOn, valueOn: value ? dayAt(value, line) : bookedOn, currency, own, entry };
  const details = findAll(entry, 'NtryDtls').flatMap((one) => findAll(one, 'TxDtls'));
  const amounts = details.map((one) => partAmount(one, currency, sign));
  const sum = amounts.reduce<number>((total, one) => total + (one ?? 0), 0);
  // A collective entry whose details do not give all its amounts stays one entry.
  if (details.length > 1 && !amounts.includes(null) && sum === sign * found.amount)
    return details.map((one, i) => movement({ ...head, line: one.line }, one, amounts[i] ?? 0, i + 1));
  return [movement(head, details.length === 1 ? details[0] : undefined, sign * found.amount, 0)];
}

/** A balance by its code: OPBD or PRCD at the beginning, CLBD at the end. */
function balanceOf(statement: Node, codes: readonly string[]): { amount: number; day: string } | null {
  const balances = findAll(statement, 'Bal');
  for (const code of codes) {
    const node = balances.find((one) => textAt(one, 'Tp/CdOrPrtry/Cd') === code);
    if (node) return { amount: signOf(node) * amountOf(find(node, 'Amt'), node.line).amount, day: dayAt(find(node, 'Dt'), node.line) };
  }
  return null;
}

function* statementOf(node: Node, format: StatementFormat): Steps<ReadStatement> {
  const { line } = node;
  const account = tidyCode(textAt(node, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')) || fail('noAccount', { line });
  const balanceCurrency = find(findAll(node, 'Bal')[0], 'Amt')?.attributes['Ccy'];
  const entryCurrency = find(findAll(node, 'Ntry')[0], 'Amt')?.attributes['Ccy'];
  const currency = knownCurrency(textAt(node, 'Acct/Ccy') || balanceCurrency || entryCurrency || '', line);
  const entries = (yield* mapInSteps(findAll(node, 'Ntry'), (entry) => entriesOf(entry, currency, account))).flat();
  const opening = balanceOf(node, ['OPBD', 'PRCD']);
  const closing = balanceOf(node, ['CLBD']);
  if (format === 'camt.053') {
    if (!opening || !closing) return fail('balanceMissing', { line });
    checkSums(opening.amount, closing.amount, entries, line);
  }
  const days = entries.map(({ bookedOn }) => bookedOn).sort();
  const created = textAt(node, 'CreDtTm');
  const toOn = closing?.day ?? days.at(-1) ?? (created ? isoDay(created, line) : '');
  const from = textAt(node, 'FrToDt/FrDtTm', 'FrToDt/FrDt');
  return {
    format,
    account,
    currency,
    number: textAt(node, 'ElctrncSeqNb', 'LglSeqNb', 'StmtPgntn/PgNb') || textAt(node, 'Id'),
    fromOn: from ? isoDay(from, line) : (days[0] ?? toOn),
    toOn,
    opening: format === 'camt.053' ? (opening?.amount ?? null) : null,
    closing: format === 'camt.053' ? (closing?.amount ?? null) : null,
    entries,
  };
}

/** Reads all statements of a file. @throws StatementError with line and reason */
export function* readCamt(text: string): Steps<ReadStatement[]> {
  const root = yield* xmlSteps(text, LIMITS, fail);
  const message = root.name === 'Document' ? root.children.find(({ name }) => name in MESSAGES) : undefined;
  const kind = message && MESSAGES[message.name];
  if (!message || !kind) return fail('unknownFormat', { line: root.line });
  const statements: ReadStatement[] = [];
  for (const one of findAll(message, kind.statement)) statements.push(yield* statementOf(one, kind.format));
  if (statements.length === 0) fail('noStatement', { line: message.line });
  if (statements.reduce((sum, { entries }) => sum + entries.length, 0) > MAX_STATEMENT_ENTRIES) fail('tooMany', { line: 1 });
  return statements;
}
