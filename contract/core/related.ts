import { z } from 'zod';
import { FieldSpec, Text } from './mask.ts';
import { FILTER_OPS } from './query.ts';
import { MEANINGS } from './status.ts';

/**
 * What a record's page shows beside its own fields: figures that the server counts, and the first rows of lists whose rows refer to the
 * record. `GET /v0/<area>/:id/related` answers it (docs/adr/0021-records-open-for-reading.md).
 */

/**
 * A figure in the strip under the title, or in the section of the fields that `section` names. `spec` says how `value` is shown; `note` is a second line,
 * with values for its placeholders.
 */
export const Fact = z.strictObject({
  key: z.string(),
  label: Text,
  spec: FieldSpec,
  value: z.unknown(),
  note: z.strictObject({ text: Text, values: z.record(z.string(), z.union([z.string(), z.number()])).optional() }).optional(),
  meaning: z.enum(MEANINGS).optional(),
  section: z.string().optional(),
});
export type Fact = z.infer<typeof Fact>;

const Filter = z.strictObject({ field: z.string(), op: z.enum(FILTER_OPS), value: z.union([z.string(), z.array(z.string())]) });

/** A list of rows that refer to the record. `filters` open the same list as a screen of its own. */
export const RelatedList = z.strictObject({
  key: z.string(),
  area: z.string(),
  title: Text,
  fields: z.record(z.string(), FieldSpec),
  columns: z.array(z.string()),
  filters: z.array(Filter),
  rows: z.array(z.record(z.string(), z.unknown())),
  total: z.int(),
  totalExact: z.boolean(),
  /** Short lists that stand beside the others. */
  side: z.boolean().optional(),
  /** Looked for first: it stands above the parts of the page. */
  lead: z.boolean().optional(),
  /** Shown when it is opened. */
  folded: z.boolean().optional(),
});
export type RelatedList = z.infer<typeof RelatedList>;

export const Related = z.strictObject({ facts: z.array(Fact), lists: z.array(RelatedList) });
export type Related = z.infer<typeof Related>;
