import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line } from '../core/fields.ts';

/** `expired`: the file was removed because of its age. */
export const TRANSFER_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
/** Hours for which a file and its link are kept. The files contain customer data and use disk space. */
export const EXPORT_HOURS = 24;

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
    /** Until when the file can be downloaded; null before it is done. */
    availableUntil: Instant.nullable(),
  },
  search: ['mask', 'fileName'],
  title: ['fileName'],
  without: ['create', 'update', 'import'],
});
