import { isSscc } from './check-digits.ts';
import { GS, type Gs1Element, type Gs1Fault, gs1Date, parseGs1, saysGs1 } from './gs1.ts';

/** What a printed command barcode does at a station. */
export const COMMANDS = ['undo', 'short', 'newParcel', 'weigh', 'done', 'next'] as const;
export type Command = (typeof COMMANDS)[number];

/**
 * Kontor's own codes consist of capitals except Y and Z, and one digit, so that scanners with US and German layouts type them the same.
 * Case is ignored (Caps Lock), and Code 128 can encode them. No GTIN, tracking number or place code starts with this prefix.
 */
const PREFIX = 'KONTOR9';
export const commandCode = (command: Command): string => PREFIX + command.toUpperCase();
const BY_CODE: ReadonlyMap<string, Command> = new Map(COMMANDS.map((command) => [commandCode(command), command]));

/** Calibration code. It contains letters and symbols that keyboard layouts swap, so that a wrong scanner layout can be detected. */
export const CALIBRATION = `${PREFIX}]YZyz-/_+#`;

/**
 * A code as a station reads it. `raw` has no symbology identifier and shows control characters as control pictures, so that it can be
 * stored, shown and compared. `gtin` has fourteen digits. `fault` is set if the code is marked as GS1 but is not valid.
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
  /** Number of pieces, if the label states it. */
  qty?: number;
  fault?: Gs1Fault;
};

/** Replaces control characters by control pictures (U+2400 and following), so that a code can be stored, shown and sent. */
export const shown = (code: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  code.replace(/[\u0000-\u001f\u007f]/g, (c) => (c === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + c.charCodeAt(0))));

/** Any symbology identifier (ISO/IEC 15424). Some scanners also send a separator before the first element. */
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

/**
 * Without a symbology identifier, a message is read as GS1 only if it starts with a checked number, contains a separator, has brackets
 * or is a link.
 */
function looksGs1(data: string): boolean {
  if (data.includes(GS) || data.startsWith('(') || /^https?:/i.test(data)) return true;
  return /^(?:01|02)\d{14}/.test(data) || (/^00\d{18}/.test(data) && isSscc(data.slice(2, 20)));
}

/**
 * Reads any code scanned at a station. Never throws; a code that is not understood is returned as `plain`.
 * @param year the current year, to which two-digit years are related
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
