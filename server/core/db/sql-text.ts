/** Names and texts inside statements that take no parameters: of roles, policies, triggers and indexes. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
