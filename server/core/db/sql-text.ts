/** Quoting for statements that cannot have parameters: roles, policies, triggers and indexes. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
