import type { Row } from '../kinds/kind.ts';

/** The path of a mask's `open`, with values of the row for `:name`. */
export const fillPath = (pattern: string, row: Row | undefined): string =>
  pattern.replace(/:([a-zA-Z]+)/g, (whole, name: string) => (row && name in row ? encodeURIComponent(String(row[name] ?? '')) : whole));
