import { type CsvProfile, MAX_STATEMENT_MB, type ReadStatement } from '#contract/bank/statement';
import type { Currency } from '#contract/money/scale';
import { finish, finishInTurns, type Steps } from '../../../core/steps.ts';
import { isCamt, readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import { fail } from './fault.ts';
import { isMt940, readMt940 } from './mt940.ts';

/** The account that a CSV file is read for, with the layout of its bank; null if none was chosen. */
export type ForAccount = { iban: string; currency: Currency; profile: CsvProfile | null } | null;

/** UTF-8, else Latin-1, which every byte sequence is. An XML file must be what it says it is. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('latin1').decode(bytes);
    if (isCamt(text) && !/^<\?xml[^>]*encoding=["'](iso-8859-1|iso-8859-15|windows-1252)["']/i.test(text)) fail('encoding', { line: 1 });
    return text;
  }
}

/**
 * Reads a bank file of any known format, recognised by its content.
 * @throws StatementError with line and reason; nothing of such a file may be stored
 */
export const readStatementFile = (bytes: Uint8Array, account: ForAccount): ReadStatement[] => finish(statementSteps(bytes, account));
/** As `readStatementFile`, for the server: a file with ten thousand entries does not keep others waiting. */
export const readStatementFileInTurns = (bytes: Uint8Array, account: ForAccount): Promise<ReadStatement[]> =>
  finishInTurns(statementSteps(bytes, account));

function* statementSteps(bytes: Uint8Array, account: ForAccount): Steps<ReadStatement[]> {
  if (bytes.length === 0) fail('empty');
  if (bytes.length > MAX_STATEMENT_MB * 1024 * 1024) fail('tooLarge', { size: MAX_STATEMENT_MB });
  const text = textOf(bytes);
  if (text.trim() === '') fail('empty');
  if (isCamt(text)) return yield* readCamt(text);
  if (isMt940(text)) return yield* readMt940(text);
  // A CSV file of a bank is text.
  if (text.includes('\0')) fail('unknownFormat', { line: 1 });
  if (!account?.profile) return fail('profileMissing');
  return yield* readCsv(text, account.profile, account);
}

/** Whether an account as a file names it is this IBAN. MT940 of German banks gives bank code and account number (BLZ/number). */
export function isSameAccount(iban: string, given: string): boolean {
  if (given === iban) return true;
  const [, bank, number] = /^(\d{8})\/?0*(\d{1,10})(?:[A-Z]{3})?$/.exec(given) ?? [];
  return bank !== undefined && iban.startsWith('DE') && iban.slice(4, 12) === bank && iban.slice(12) === (number ?? '').padStart(10, '0');
}
