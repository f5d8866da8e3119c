import type { Values } from './area.ts';

/** For areas whose own title is a day: the title of the row that `reference` points to stands before it, unless the reader may not see it. */
export const titledBy = (reference: string) => ({
  worded: (row: Values): Values => {
    const of = row[`${reference}Label`];
    return of ? { rowTitle: [of, row['rowTitle']].join(' · ') } : {};
  },
  wordedFrom: [reference],
});
