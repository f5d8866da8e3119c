import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Millimetres } from '../core/fields.ts';

export const PRINTER_KINDS = ['zpl', 'pdf'] as const;

/** A printer driven by a print agent. Sizes in millimetres. */
export const printers = defineArea({
  name: 'printers',
  fields: {
    name: Line(100, 1),
    kind: z.enum(PRINTER_KINDS).default('pdf'),
    queue: Line(200, 1),
    mediaWidth: Millimetres.default(100),
    mediaHeight: Millimetres.default(150),
    dpi: z.int().min(72).max(1200).default(203),
    location: Line(100).default(''),
    active: z.boolean().default(true),
  },
  search: ['name', 'queue', 'location'],
  title: ['name'],
  named: true,
});
