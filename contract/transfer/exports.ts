import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line } from '../core/fields.ts';

export const TRANSFER_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** A file created from a list in the background. It continues when the page is closed. */
export const exports = defineArea({
  name: 'exports',
  fields: {
    mask: Line(80, 1),
    format: z.enum(['csv', 'xlsx']),
    fileName: Line(200),
    state: z.enum(TRANSFER_STATES),
    done: z.int().min(0),
    total: z.int().min(0),
    /** A signed path, available when the export is done. */
    link: z.string().nullable(),
  },
  search: ['mask', 'fileName'],
  title: ['fileName'],
  without: ['create', 'update', 'import'],
});
