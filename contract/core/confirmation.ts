/** Texts of confirmations. A placeholder such as `{{gross}}` is replaced by a value of the row. */

const PLACEHOLDER = /\{\{\s*([\w|]+)\s*\}\}/g;

/**
 * Placeholders besides the fields of the mask: the row's title (for several rows, number and titles), the number of rows, the screen's
 * title.
 */
export const ROW_PLACEHOLDERS = ['row', 'n', 'title'] as const;

/** The fields of each placeholder. `{{customerId|merchantId}}` uses the first of the two that has a value. */
export const placeholdersOf = (text: string): string[][] => [...text.matchAll(PLACEHOLDER)].map((match) => (match[1] ?? '').split('|'));

/** Fills the placeholders of a text. Placeholders inside inserted values are not replaced. */
export const fillText = (text: string, value: (names: string[]) => string): string =>
  text.replace(PLACEHOLDER, (_, names: string) => value(names.split('|')));
