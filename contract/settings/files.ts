import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';

export const VISIBILITIES = ['avatar', 'image', 'intern'] as const;

/**
 * Uploaded files. The file id of the specification is this id without dashes: 32 characters. Merchant and carrier are the uploader, or
 * the party it was made for. Who may read a file depends on the rows that refer to it (server/core/http/file-scope.ts).
 */
export const files = defineArea({
  name: 'files',
  fields: {
    name: Line(200, 1),
    mime: z.string().max(100),
    size: z.int().min(0),
    checksum: z.string().length(64),
    visibility: z.enum(VISIBILITIES),
    merchantId: Ref('merchants').nullable().default(null),
    carrierId: Ref('carriers').nullable().default(null),
  },
  serverSet: ['mime', 'size', 'checksum', 'visibility', 'merchantId', 'carrierId'],
  search: ['name', 'mime'],
  title: ['name'],
  without: ['create', 'import'],
});
