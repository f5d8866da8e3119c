/** Separates what somebody wrote in an answer from the mail that is quoted below it. */

/** Lines with which mail programs begin the mail that is answered, in the languages of the house and of its neighbours. */
const HEADS = [
  /^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|原始邮件|原邮件)\s*-{2,}\s*$/i,
  /^_{20,}\s*$/,
  // Also over two lines, because mail programs wrap it.
  /^(on|am|le|op|il) .{4,200}(\n.{0,200})?\b(wrote|schrieb|a écrit|schreef|ha scritto)\b.{0,200}[:：]\s*$/i,
  /^(在|于)?.{2,200}(写道|寫道)\s*[:：]\s*$/,
];
/** Characters of a line that are looked at. */
const LINE_MAX = 400;
/** The head of a forwarded or answered mail as Outlook writes it: sender, then date or addressee within three lines. */
const BLOCK = /^(from|von|发件人|de)\s*[:：].*\n(.*\n){0,2}?(sent|date|gesendet|datum|to|an|发送时间|收件人|日期)\s*[:：]/i;

const isMarked = (line: string): boolean => line.trimStart().startsWith('>');

function startsQuote(lines: readonly string[], at: number, lastOwn: number): boolean {
  const line = (lines[at] ?? '').trim().slice(0, LINE_MAX);
  const two = `${line}\n${(lines[at + 1] ?? '').trim().slice(0, LINE_MAX)}`;
  if (HEADS.some((head) => head.test(line) || head.test(two))) return true;
  const block = lines.slice(at, at + 4).map((one) => one.trim().slice(0, LINE_MAX).replaceAll('*', ''));
  return BLOCK.test(block.join('\n')) || (isMarked(line) && at > lastOwn);
}

/**
 * @returns the new text, and the quoted mail with what follows it. Where somebody answered below the quote or between its lines, everything is
 * new text: nothing that a person wrote is folded away.
 */
export function splitQuote(text: string): { text: string; quote: string } {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const lastOwn = lines.findLastIndex((line) => line.trim() !== '' && !isMarked(line));
  const at = lines.findIndex((_, i) => startsQuote(lines, i, lastOwn));
  const head = lines.slice(0, Math.max(0, at)).join('\n').trim();
  const quoted = lines.slice(Math.max(0, at));
  const marked = quoted.findIndex(isMarked);
  const isAnsweredBelow = marked >= 0 && lastOwn > at + marked;
  if (at < 0 || head === '' || isAnsweredBelow) return { text: lines.join('\n').trim(), quote: '' };
  return { text: head, quote: quoted.join('\n').trim() };
}
