import { isSscc } from './check-digits.ts';
import { GS, type Gs1Element, type Gs1Fault, gs1Date, parseGs1, saysGs1 } from './gs1.ts';

/** What a printed command barcode does at a station. */
export const COMMANDS = ['undo', 'short', 'newParcel', 'weigh', 'done', 'next'] as const;
export type Command = (typeof COMMANDS)[number];

/**
 * Our own codes are capitals and one digit only, none of them Y or Z: every scanner set to US or German types them alike, Caps Lock
 * cannot spoil them (they are read in either case), and Code 128 holds them. No GTIN, tracking number or place begins so.
 */
const PREFIX = 'KONTOR9';
export const commandCode = (command: Command): string => PREFIX + command.toUpperCase();
const BY_CODE: ReadonlyMap<string, Command> = new Map(COMMANDS.map((command) => [commandCode(command), command]));

/** Scanned once at a station, it shows how the scanner and the computer misunderstand each other: letters and signs that layouts swap. */
export const CALIBRATION = `${PREFIX}]YZyz-/_+#`;

/**
 * A code as a station understands it. `raw` is without symbology identifier and shows control characters as their pictures, so that it can
 * be kept, shown and compared. `gtin` has fourteen digits. `fault` stands on a code that calls itself GS1 and is not.
 */
export type ReadCode = {
  raw: string;
  kind: 'command' | 'gs1' | 'sscc' | 'plain';
  command?: Command;
  sscc?: string;
  gtin?: string;
  lot?: string;
  expiry?: string;
  serial?: string;
  /** Pieces, where the label says how many. */
  qty?: number;
  fault?: Gs1Fault;
};

/** Control characters as their pictures (U+2400 and on): a code can then be stored, shown and sent. */
export const shown = (code: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  code.replace(/[\u0000-\u001f\u007f]/g, (c) => (c === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + c.charCodeAt(0))));

/** Any symbology identifier (ISO/IEC 15424), and the separator some scanners send before the first element. */
const IDENTIFIER = /^\][A-Za-z][0-9A-Za-z]/;

function meaningOf(elements: readonly Gs1Element[], year: number): Omit<ReadCode, 'raw'> {
  const value = (...ais: string[]): string | undefined =>
    ais.map((ai) => elements.find((element) => element.ai === ai)?.value).find((found) => found !== undefined);
  const sscc = value('00');
  const gtin = value('01', '02');
  const lot = value('10');
  const best = value('17', '15', '16');
  const expiry = best === undefined ? null : gs1Date(best, year);
  const serial = value('21');
  const qty = Number(value('37', '30') ?? 0);
  return {
    kind: sscc === undefined ? 'gs1' : 'sscc',
    ...(sscc === undefined ? {} : { sscc }),
    ...(gtin === undefined ? {} : { gtin }),
    ...(lot === undefined ? {} : { lot }),
    ...(expiry === null ? {} : { expiry }),
    ...(serial === undefined ? {} : { serial }),
    ...(qty > 0 ? { qty } : {}),
  };
}

/** Without an identifier only a message that begins with a checked number, holds a separator, has brackets or is a link is taken for GS1. */
function looksGs1(data: string): boolean {
  if (data.includes(GS) || data.startsWith('(') || /^https?:/i.test(data)) return true;
  return /^(?:01|02)\d{14}/.test(data) || (/^00\d{18}/.test(data) && isSscc(data.slice(2, 20)));
}

/**
 * Reads any code that comes in at a station. Never throws, and never loses the code: what it does not understand is `plain`.
 * @param year in which dates of two-digit years are meant
 */
export function readCode(scanned: string, year: number = new Date().getFullYear()): ReadCode {
  const given = scanned.trim().replaceAll('\u241d', GS);
  const own = given.replace(IDENTIFIER, '');
  const data = own.replace(new RegExp(`^${GS}+`), '');
  const raw = shown(data);
  const command = BY_CODE.get(data.toUpperCase());
  if (command) return { raw, kind: 'command', command };
  const claims = saysGs1(given);
  if (claims || own !== data || looksGs1(data)) {
    const read = parseGs1(data);
    if (read.ok) return { raw, ...meaningOf(read.elements, year) };
    if (claims) return { raw, kind: 'plain', fault: { fault: read.fault, ai: read.ai, at: read.at } };
  }
  return isSscc(data) ? { raw, kind: 'sscc', sscc: data } : { raw, kind: 'plain' };
}
