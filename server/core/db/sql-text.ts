/** Quoting for statements that cannot have parameters: roles, policies, triggers and indexes. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** A text in other words, where there are such: `words` by what is stored, `column` as SQL. */
export const inWords = (words: Readonly<Record<string, string>>, column: string): string =>
  `coalesce(${literal(JSON.stringify(words))}::jsonb ->> ${column}, ${column})`;
