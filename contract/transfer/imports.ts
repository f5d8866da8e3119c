import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { FileId, Line, Ref } from '../core/fields.ts';

export const IMPORT_STATES = ['uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'reverted'] as const;

/** `row` is the row number in the file. The header is row 1. */
export const ImportError = z.object({
  row: z.int(),
  column: z.string(),
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  value: z.string(),
});
export type ImportError = z.infer<typeof ImportError>;

/** An import of a file into an area: mapped, checked in a dry run, executed, and reversible in one step. */
export const imports = defineArea({
  name: 'imports',
  fields: {
    mask: Line(80, 1),
    fileId: FileId,
    fileName: Line(200),
    preset: z.string().nullable(),
    merchantId: Ref('merchants').nullable(),
    state: z.enum(IMPORT_STATES),
    columns: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    /** Column of the file → field (`address.city` for a part of an address). */
    mapping: z.record(z.string(), z.string()),
    presets: z.array(z.string()),
    done: z.int(),
    total: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    errors: z.array(ImportError),
  },
  search: ['mask', 'fileName'],
  title: ['fileName'],
  without: ['create', 'update', 'import'],
});
