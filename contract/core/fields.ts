import { z } from 'zod';

/**
 * The schemas of single values. Money is an integer in the smallest unit, weight in grams, size in millimetres,
 * instants are ISO UTC, calendar dates YYYY-MM-DD, ids UUIDv7.
 */
export const Id = z.uuid();
export const Instant = z.iso.datetime({ offset: true });
export const CalendarDate = z.iso.date();
export const Version = z.int().min(1);
export const Minor = z.int().min(-9_007_199_254_740_991).max(9_007_199_254_740_991);
export const Grams = z.int().min(0).max(100_000_000);
export const Millimetres = z.int().min(0).max(100_000);
/** Currencies in which the house issues invoices and receives bills. */
export const CURRENCIES = ['EUR', 'USD', 'CNY', 'GBP'] as const;
export const Currency = z.enum(CURRENCIES);
/** A name of the IANA time zone database. */
export const Timezone = z
  .string()
  .max(60)
  .refine((name) => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC', 'timezone');
/** ISO 3166-1 alpha-2. */
export const Country = z.string().regex(/^[A-Z]{2}$/);
/** File ids are 32 hexadecimal characters (specification, point 9). */
export const FileId = z.string().regex(/^[0-9a-f]{32}$/);
/** Whether a field holds the id of an uploaded file. Unwraps nullable, optional and default. */
export function isFileId(schema: z.ZodType): boolean {
  if (schema === FileId) return true;
  const inner = (schema as { _zod: { def: { innerType?: z.ZodType } } })._zod.def.innerType;
  return inner !== undefined && isFileId(inner);
}
/** Letters only, starting with a lower-case letter (specification, point 5). */
export const CUSTOM_FIELD_ID = /^[a-z][A-Za-z]*$/;
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@<>"'`,;:\\]+@[^\s@<>"'`,;:\\]+\.[^\s@<>"'`,;:\\]{2,}$/, 'email');

/**
 * One visible character including its combining parts. Control characters, zero-width characters, soft hyphens, bidirectional controls,
 * tags and lone surrogates are refused: they hide text, reorder it, or make two names look alike (Unicode Technical Report 36, sections
 * 2.5 and 3.5). Allowed where a script needs them: variation selectors after a character, joiners inside emoji and before Arabic and
 * Indic letters. No two alternatives start with the same character, so matching is linear.
 */
const VISIBLE =
  '[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]' +
  '[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]?' +
  '(?:\\u200D(?=\\p{Extended_Pictographic})' +
  '|[\\u200C\\u200D](?=[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Tamil}\\p{Script=Malayalam}\\p{Script=Sinhala}]))?';
const HIDDEN_CHARACTER = 'hiddenCharacter';
const KEPT_OR_HIDDEN = new RegExp(`(${VISIBLE}|[\\n\\r\\t])|.`, 'gsu');
const VISIBLE_LINE = new RegExp(`^(?:${VISIBLE})*$`, 'u');
const VISIBLE_LINES = new RegExp(`^(?:${VISIBLE}|[\\n\\r\\t])*$`, 'u');

/** One line of entered text. Surrounding white space is removed. */
export const Line = (max: number, min = 0) => z.string().trim().min(min).max(max).regex(VISIBLE_LINE, HIDDEN_CHARACTER);
/** Several lines of entered text. */
export const Lines = (max: number) => z.string().max(max).regex(VISIBLE_LINES, HIDDEN_CHARACTER);

/** Removes hidden characters from text that was not typed (a cell or the name of a file). Line breaks and tabs are kept. */
export const withoutHidden = (text: string): string => text.replace(KEPT_OR_HIDDEN, (_character: string, kept?: string) => kept ?? '');

/** A text in all three languages; English is the fallback. */
export const Texts = z.object({ en: Line(500), cn: Line(500), de: Line(500) });
export type Texts = z.infer<typeof Texts>;
/** Whether a field of an area holds a text in all three languages. */
export const isTexts = (schema: z.ZodType | undefined): boolean => schema === Texts;

export const Address = z.object({
  name1: Line(100),
  name2: Line(100),
  streetName: Line(100),
  streetNumber: Line(20),
  zip: Line(20),
  city: Line(100),
  country: z.string().regex(/^([A-Z]{2})?$/),
  phone: Line(40),
  email: Line(254),
  addition: Line(100),
});
export type Address = z.infer<typeof Address>;
export const EMPTY_ADDRESS: Address = {
  name1: '',
  name2: '',
  streetName: '',
  streetNumber: '',
  zip: '',
  city: '',
  country: '',
  phone: '',
  email: '',
  addition: '',
};

const references = new WeakMap<object, { area: string; many: boolean }>();

/** The id of a row of another area. The server adds that row's title as `<field>Label`. */
export function Ref(area: string) {
  const schema = z.uuid();
  references.set(schema, { area, many: false });
  return schema;
}

/** Ids of rows of another area. The server adds their titles as `<field>Labels`. */
export function Refs(area: string) {
  const schema = z.array(z.uuid()).max(500);
  references.set(schema, { area, many: true });
  return schema;
}

/** The area a field refers to. Unwraps nullable, optional and default. */
export function refOf(schema: z.ZodType): { area: string; many: boolean } | undefined {
  const own = references.get(schema);
  if (own) return own;
  const inner = (schema as { _zod: { def: { innerType?: z.ZodType } } })._zod.def.innerType;
  return inner ? refOf(inner) : undefined;
}
