/** Texts of confirmations. A placeholder such as `{{gross}}` stands for a value of the row that is asked about. */

const PLACEHOLDER = /\{\{\s*([\w|]+)\s*\}\}/g;

/** What a text may name beside fields of its mask: the row by its title, several rows by number and titles; how many; the screen's title. */
export const ROW_PLACEHOLDERS = ['row', 'n', 'title'] as const;

/** Each placeholder as the fields it names: `{{customerId|merchantId}}` is the first of the two that has a value. */
export const placeholdersOf = (text: string): string[][] => [...text.matchAll(PLACEHOLDER)].map((match) => (match[1] ?? '').split('|'));

/** The text with its placeholders filled. Values are inserted as they are and never read as placeholders themselves. */
export const fillText = (text: string, value: (names: string[]) => string): string =>
  text.replace(PLACEHOLDER, (_, names: string) => value(names.split('|')));
